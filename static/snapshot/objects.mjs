/* The JavaScript objects that Python holds in a snapshot, each by a name: written by its name, restored out of this table. Nothing is
   evaluated: a page may forbid it. An object that has no name here ends the build. */

/** What a dict becomes in JavaScript: Pyodide's own converter, word for word, so that the build recognizes it. */
const fromEntries = function (entries) {
  for (let entry of entries) {
    if (entry[1] === undefined) {
      entry[1] = null;
    }
  }
  return Object.fromEntries(entries);
};
/** Stands for `undefined`, which a snapshot cannot hold. */
export const UNDEFINED = Object.freeze({ undefined: true });

const OBJECTS = { undefined: () => undefined, globalThis: () => globalThis, fromEntries: () => fromEntries };
const text = (value) => String(value).replace(/\s+/g, " ").replace(/^\(entries\) =>/, "function (entries)");

/** The name of an object. Throws where it has none. */
export function nameOf(value) {
  if (value === UNDEFINED) return "undefined";
  if (value === globalThis) return "globalThis";
  if (typeof value === "function" && text(value) === text(fromEntries)) return "fromEntries";
  throw new Error(`Python holds an object without a name in objects.mjs: ${typeof value} ${String(value).slice(0, 200)}`);
}

/** The object that is written in parentheses in a text that Panel would have evaluated; undefined where it has no name here. */
export const written = (source) => (text(String(source).trim().replace(/^\(|\)$/g, "")) === text(fromEntries) ? fromEntries : undefined);

/** The object of a name. Throws where the page has none. */
export function named(name) {
  if (!Object.hasOwn(OBJECTS, name)) throw new Error(`snapshot: an object is called ${name}, which this page does not have`);
  return OBJECTS[name]();
}

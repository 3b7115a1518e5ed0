/* Settings as an address, and the lines that put the demo into another page: for the share dialog and for links.html.
   The address is `to_query` of app/session/address.py again; a test compares the two. */
(() => {
  "use strict";
  const page = window.losslessPage;

  const inName = (text) => String(text).replace(/%/g, "%25").replace(/,/g, "%2C"); // a comma in a name ends no name
  const written = {
    flag: (value) => (value === true || Number(value) === 1 ? "1" : "0"),
    names: (list) => list.map(inName).join(","),
    law: (list) => list.join(","),
    parts: (list) => list.join(","),
    origins: (list) => list.join(","),
  };
  const write = (row, value) => (written[row.kind] ?? String)(value);
  const escape = (text) => encodeURIComponent((text.toWellFormed?.() ?? text)).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll("%2C", ",");

  /** What differs from the defaults, as [name, text], in the schema's order. */
  page.named = (values) => page.data.schema
    .filter((row) => row.name in values && values[row.name] !== null && write(row, values[row.name]) !== (row.default === null ? null : write(row, row.default)))
    .map((row) => [row.name, write(row, values[row.name])]);

  /** The query that leads to these settings; empty where all are the defaults. */
  page.queryOf = (values) => page.named(values).map(([name, text]) => `${name}=${escape(text)}`).join("&");

  page.inMarkup = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
  const tag = (name, attributes) => `<${name}${attributes.map(([key, value]) => (value === "" ? ` ${key}` : ` ${key}="${page.inMarkup(value)}"`)).join("")}></${name}>`;

  /** Height in px of a frame where nobody has measured it: the main scene in a column of 700 px or more. */
  page.usualHeight = 1200;

  /** The line for any page: a frame of this height in pixels. `base` is the address of index.html's folder. */
  page.frameLine = (base, values, title, height) => {
    const query = page.queryOf({ ...values, embed: true });
    return tag("iframe", [["src", `${base}?${query}`], ["title", title], ["width", "100%"], ["height", String(height)], ["style", "border:0"], ["loading", "lazy"], ["allow", "fullscreen; clipboard-write"]]);
  };

  /** The two lines for pages that may run a script: the element of embed.js. */
  page.elementLines = (base, values) => {
    const attributes = page.named({ ...values, embed: false });
    return `${tag("script", [["src", `${base}embed.js`], ["defer", ""]])}\n${tag("lossless-demo", attributes)}`;
  };

  /** The address of the folder that a page of ours lies in, without index.html. */
  page.folderOf = (address) => address.replace(/[?#].*$/s, "").replace(/[^/]*$/, "");

  /** Copies the text of a field, by the clipboard, else the old way; returns whether it worked. Its text is selected in any case. */
  page.copy = async (field) => {
    field.focus();
    field.select();
    try { await navigator.clipboard.writeText(field.value); return true; } catch { /* refused: a frame, no https */ }
    try { return document.execCommand("copy"); } catch { return false; }
  };
})();

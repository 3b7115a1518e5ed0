/* Which start is live sooner over this link. The bundle is smaller, the snapshot spares Python's imports: above some rate the snapshot wins.
   The rate is seen on a file that both need, so that looking costs nothing; who was here before has the snapshot in the cache. */
const SPARED = 2.5; // s of a processor that the snapshot spares; measured by tests/bench
const ENOUGH = 1_000_000; // bytes from which on a rate can be believed: before, a burst can look like a fast link
const LOOK = 20; // ms between two looks
const LAST_LOOKS = 10; // at most, for what the browser notes after the last byte
const aWhile = () => new Promise((resolve) => setTimeout(resolve, LOOK));

/** Promises {start, reason}: "snapshot", or "bundle" and why. `files` has begun to fetch `shared`; `bundle` names what that start takes. */
export async function choose(files, shared, snapshot, bundle) {
  if (!(snapshot in files.files)) return { start: "bundle", reason: "no snapshot was built" };
  if (await files.isKept(snapshot)) return { start: "snapshot", reason: null };
  if (navigator.onLine === false && files.byPage) return { start: "snapshot", reason: null }; // what is kept can't be asked here: see worker.js
  if (navigator.connection?.saveData) return { start: "bundle", reason: "the browser saves data" };
  const more = files.size(snapshot) - bundle.filter((name) => name !== shared).reduce((sum, name) => sum + files.size(name), 0);
  const needed = more / SPARED; // bytes a second above which the snapshot is live sooner
  files.expect(bundle);
  const began = performance.now();
  for (;;) {
    await aWhile();
    if (files.broken.has(shared)) throw files.broken.get(shared);
    const come = files.come.get(shared) ?? 0;
    const rate = (1000 * come) / (performance.now() - began);
    const whole = come >= files.size(shared);
    if (rate > needed && (whole || come >= ENOUGH)) return { start: "snapshot", reason: null };
    if (whole) {
      // WebKit hands a worker's bytes through the page's own thread: while that makes the charts, a fast link looks slow from here.
      for (let looks = 0; files.rate(shared) === null && looks < LAST_LOOKS; looks++) await aWhile();
      return files.rate(shared) > needed ? { start: "snapshot", reason: null } : { start: "bundle", reason: "a slow link" };
    }
  }
}

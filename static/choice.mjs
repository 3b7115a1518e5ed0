/* Which start is live sooner over this link. The bundle is smaller, the snapshot spares Python's imports: above some rate the snapshot wins.
   The rate is seen on a file that both need, so that looking costs nothing; who was here before has the snapshot in the cache. */
const SPARED = 2.5; // s of a processor that the snapshot spares; measured by tests/bench
const ENOUGH = 1_000_000; // bytes from which on a rate can be believed: before, a burst can look like a fast link
const LOOK = 20; // ms between two looks
const PATIENCE = 10; // looks that wait for the browser to say how long the file took

/** Promises {start, reason}: "snapshot", or "bundle" and why. `files` has begun to fetch `shared`; `bundle` names what that start takes. */
export async function choose(files, shared, snapshot, bundle) {
  if (!(snapshot in files.files)) return { start: "bundle", reason: "no snapshot was built" };
  if (await files.isKept(snapshot)) return { start: "snapshot", reason: null };
  if (navigator.connection?.saveData) return { start: "bundle", reason: "the browser saves data" };
  const more = files.size(snapshot) - bundle.filter((name) => name !== shared).reduce((sum, name) => sum + files.size(name), 0);
  const needed = more / SPARED; // bytes a second above which the snapshot is live sooner
  files.expect(bundle);
  for (let left = PATIENCE; ;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    if (files.broken.has(shared)) throw files.broken.get(shared);
    const come = files.come.get(shared) ?? 0;
    const whole = come >= files.size(shared);
    if (files.rate(shared) > needed && (whole || come >= ENOUGH)) return { start: "snapshot", reason: null };
    if (whole && (files.timed(shared) || left-- === 0)) return { start: "bundle", reason: "a slow link" };
  }
}

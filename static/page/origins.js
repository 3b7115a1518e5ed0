/* Which pages may send messages: those of the demo's own origin, and those that the setting `origins` names. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const OWN = location.origin === "null" ? null : location.origin; // from a file: nobody's, unless "null" is named
  const DEFAULT_PORTS = { "http:": "80", "https:": "443" };
  let named = [];
  let met = null; // the origin of a host that was heard

  page.showOrigins = (origins) => { named = origins; };

  /** Whether `entry` of the list stands for `origin`, as a browser writes it. */
  page.namesOrigin = (entry, origin) => {
    if (entry === "*" || entry === origin) return true;
    if (origin === "null" || entry === "null" || entry.includes("://")) return false;
    const { protocol, hostname, port } = new URL(origin);
    if (!(protocol in DEFAULT_PORTS)) return false;
    return entry === (port ? `${hostname}:${port}` : hostname) || entry === `${hostname}:${port || DEFAULT_PORTS[protocol]}`;
  };

  /** Whether messages from `origin` are heard. */
  page.hears = (origin) => {
    const heard = (OWN !== null && origin === OWN) || named.some((entry) => page.namesOrigin(entry, origin));
    if (heard) met = origin;
    return heard;
  };

  /** To whom the host is spoken to: anyone where the address names nobody, else only those that it names. */
  page.targets = () => {
    if (named.length === 0 || named.includes("*")) return ["*"];
    const known = met ?? location.ancestorOrigins?.[0] ?? null;
    if (known !== null && known !== "null") return page.hears(known) ? [known] : [];
    if (named.includes("null")) return ["*"]; // an origin without a name cannot be addressed
    return [...(OWN ? [OWN] : []), ...named.map((entry) => (entry.includes("://") ? entry : `https://${entry}`))];
  };
})();

/* What a failure shows: plain words, a Retry, and everything that was on screen still there. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const box = page.byId("failure");
  const field = (name) => box.querySelector(`[data-failure="${name}"]`);
  page.lastFailure = null;

  /** Shows failure `kind` (a key of the catalog: failure.<kind>-title, failure.<kind>); `retry` is what the button does. */
  page.fail = (kind, details, retry) => {
    const text = page.text;
    field("title").textContent = text[`failure.${kind}-title`];
    field("what").textContent = text[`failure.${kind}`];
    field("details").textContent = String(details);
    page.byId("retry").hidden = !retry;
    page.byId("retry").onclick = () => { page.unfail(); retry(); };
    page.byId("dismiss").onclick = page.unfail;
    box.hidden = false;
    page.lastFailure = { kind, details: String(details) };
    page.hideProgress();
    console.error(`lossless: ${kind}: ${details}`);
    page.api?.dispatchEvent(new CustomEvent("error", { detail: page.lastFailure }));
    page.tellHost?.({ type: "lossless:error", kind, message: text[`failure.${kind}`] });
  };

  /** Takes the message away, e.g. when what was slow arrived after all. */
  page.unfail = () => { box.hidden = true; page.lastFailure = null; };

  /** Takes away a message of this kind only. */
  page.unfailIf = (kind) => { if (page.lastFailure?.kind === kind) page.unfail(); };
})();

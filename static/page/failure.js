/* What a failure shows: plain words, a Retry, and everything that was on screen still there. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const box = page.byId("failure");
  const field = (name) => box.querySelector(`[data-failure="${name}"]`);
  const STARTING = ["start", "charts", "slow"]; // what a file that is missing or damaged may be behind
  page.lastFailure = null;
  let diagnosis = Promise.resolve([]); // the names of the files that are missing or damaged

  /** Shows failure `kind` (a key of the catalog: failure.<kind>-title, failure.<kind>); `retry` is what the button does. */
  page.fail = (kind, details, retry) => {
    const text = page.text;
    const cutOff = self.origin === "null" && location.protocol !== "file:" && ["start", "charts"].includes(kind);
    if (cutOff) { page.fail("sandbox", details, retry); return; } // by a host without CORS
    const link = page.byId("own-tab");
    link.hidden = kind !== "sandbox";
    link.href = link.textContent = location.href.replace(/[?&]embed=1/, "").replace(/index\.html&/, "index.html?");
    const starting = STARTING.includes(kind);
    if (starting) kind = page.source.failureOf(kind);
    field("title").textContent = text[`failure.${kind}-title`];
    field("what").textContent = text[`failure.${kind}`];
    field("details").textContent = String(details);
    page.byId("retry").hidden = !retry;
    page.byId("retry").disabled = false;
    page.byId("retry").onclick = () => again(retry);
    page.byId("dismiss").onclick = () => page.unfail();
    offer(kind === "file" && page.data.single);
    box.hidden = false;
    page.lastFailure = { kind, details: String(details) };
    page.hideProgress();
    diagnosis = starting ? diagnose() : Promise.resolve([]);
    console.error(`lossless: ${kind}: ${details}`);
    page.api?.dispatchEvent(new CustomEvent("error", { detail: page.lastFailure }));
    page.tellHost?.({ type: "lossless:error", kind, message: text[`failure.${kind}`] });
  };

  /** The one-file page, where that would do and was built. */
  function offer(single) {
    const link = page.byId("one-file");
    link.parentElement.hidden = !single;
    if (!single) return;
    link.href = single.name + location.search;
    link.textContent = page.text["failure.file-offer"].replace("{size}", (single.bytes / 1e6).toFixed(0));
  }

  /** Retry: what was found damaged comes anew; then the start is tried again. */
  async function again(retry) {
    const here = box.contains(document.activeElement); // what is disabled loses the focus
    page.byId("retry").disabled = true;
    await page.source.renew(await diagnosis);
    page.unfail(here);
    retry();
  }

  /** Names the files that are missing or damaged, under the message's details too. */
  async function diagnose() {
    const failure = page.lastFailure;
    const wrong = await page.source.diagnose();
    const words = [...wrong.values()].filter((one) => !failure?.details.includes(one));
    if (failure && failure === page.lastFailure && words.length) field("details").textContent = `${words.join("; ")}. ${failure.details}`;
    return [...wrong.keys()];
  }

  /** Takes the message away, e.g. when what was slow arrived after all. */
  page.unfail = (here = box.contains(document.activeElement)) => {
    box.hidden = true;
    page.lastFailure = null;
    if (here) page.focusFirst([page.byId("play"), page.byId("lossless-page").querySelector("a")]);
  };

  /** Takes away a message of this kind only. */
  page.unfailIf = (kind) => { if (page.lastFailure?.kind === kind) page.unfail(); };
})();

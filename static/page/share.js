/* The share dialog: this view as a link and as lines for another page. From a file there is no link, and it says why. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId } = page;
  const dialog = byId("share-dialog");
  const hasAddress = /^https?:$/.test(location.protocol);
  const ELSEWHERE = ["embed", "projector", "lock", "origins", "hide"]; // of this copy of the page, not of what is seen
  let settings = page.data.painted.settings;
  let seed = null;

  page.showShare = (show) => { settings = show.settings; seed = Number(show.seed); };

  const text = (key, slots = {}) => page.text[key].replace(/\{(\w+)\}/g, (_, name) => slots[name]);
  const mb = (bytes) => (bytes / 1e6).toFixed(1);

  /** The settings that make this view; `kept` are those of the page's form that go along. */
  function view(kept = []) {
    const chosen = { ...settings, play: false, seed: byId("share-seed").checked && Number.isFinite(seed) ? seed : null };
    for (const name of ELSEWHERE) if (!kept.includes(name)) delete chosen[name];
    if (chosen.tour !== "off") delete chosen.tour;
    return chosen;
  }

  function height() {
    const now = Math.ceil(byId("lossless-page").getBoundingClientRect().height / 20) * 20;
    return page.projector ? page.usualHeight : now;
  }

  function write() {
    const base = page.folderOf(location.href);
    const query = page.queryOf(view(["projector"]));
    byId("share-link").value = hasAddress ? `${base}${query ? `?${query}` : ""}` : `?${query}`;
    const element = dialog.querySelector('input[name="share-kind"]:checked').value === "element";
    byId("share-embed").value = element ? page.elementLines(base, view()) : page.frameLine(base, view(), page.text["control.share-frame"], height());
    if (byId("share-builder")) byId("share-builder").href = `links.html?${page.queryOf(view(["projector", "lock", "hide", "origins"]))}`;
  }

  function open() {
    const { downloads, embed } = page.data;
    byId("share-told").textContent = "";
    byId("share-seed").labels[0].lastElementChild.textContent = text("control.share-seed", { seed: String(seed ?? "") });
    byId("share-elements").hidden = !embed;
    byId("share-web").hidden = !hasAddress;
    byId("share-file").hidden = hasAddress;
    byId("share-size").hidden = !(hasAddress && downloads);
    if (downloads) byId("share-size").textContent = downloads.snapshot ? text("control.share-size", { most: mb(downloads.snapshot), least: mb(downloads.bundle) }) : text("control.share-size-one", { most: mb(downloads.bundle) });
    write();
    if (!dialog.open) dialog.showModal();
  }
  for (const link of document.querySelectorAll("[data-online]")) link.hidden = !hasAddress; // pages that lie beside this one
  for (const button of document.querySelectorAll("[data-share]")) button.addEventListener("click", () => { byId("help-dialog").close(); open(); });
  dialog.addEventListener("change", write);
  for (const button of dialog.querySelectorAll("[data-copy]")) button.addEventListener("click", async () => {
    const done = await page.copy(byId(button.dataset.copy));
    byId("share-told").textContent = page.text[done ? "control.copied" : "control.copy-yourself"];
    if (done) button.focus();
  });
})();

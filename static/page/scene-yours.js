/* The scene `yours`: sends a file to Python slice by slice, each after the answer to the one before, and saves the test set.
   What stands in a file is not looked at here. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId } = page;
  const SLICE = 256 * 1024; // bytes: parsed between two ticks of the clock
  let reading = 0; // grows with each file, so that an older one notices
  let taken = null; // the last that Python made: it may be told twice

  /** Reads a Blob to its end, until another is opened, Python refuses it or is gone. */
  async function read(blob, name) {
    const mine = ++reading;
    if (!page.isLive()) await page.whenLive();
    await page.ask({ type: "act", scene: "yours", name: "begin", value: { name, size: blob.size } });
    for (let at = 0; mine === reading; at += SLICE) {
      const end = Math.min(blob.size, at + SLICE);
      let buffer;
      try { buffer = await blob.slice(at, end).arrayBuffer(); } catch { if (mine === reading) page.act("yours", "lost", byId("yours-drop").dataset.lost); return; }
      if (mine !== reading) return;
      const state = await page.askBytes(buffer, end === blob.size);
      const stopped = state.settings.scene === "yours" && state.stage?.reading === null;
      if (!state.live || stopped || end === blob.size) return;
    }
  }

  byId("yours-file").addEventListener("change", ({ target }) => {
    if (target.files[0]) read(target.files[0], target.files[0].name);
    target.value = ""; // the same file can be opened again
  });
  byId("yours-judge").addEventListener("click", () => {
    const text = byId("yours-text").value;
    if (text.trim()) read(new Blob([text]), byId("yours-drop").dataset.pasted);
  });
  byId("yours-cancel").addEventListener("click", () => { reading += 1; page.act("yours", "cancel", null); });

  const drop = byId("yours-drop");
  const over = (event, on) => { event.preventDefault(); drop.classList.toggle("over", on); };
  drop.addEventListener("dragover", (event) => over(event, true));
  drop.addEventListener("dragleave", (event) => over(event, false));
  drop.addEventListener("drop", (event) => {
    over(event, false);
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text");
    if (file) read(file, file.name);
    else if (text) read(new Blob([text]), drop.dataset.pasted);
  });

  function save(text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = byId("yours-save").dataset.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  page.scenes ??= {};
  page.scenes.yours = {
    show(words) {
      for (const [id, value] of [["yours-law-kind", words.law_kind], ["yours-numbers", words.numbers_kind]]) {
        if (byId(id) !== document.activeElement) byId(id).value = value;
      }
      if (words.test_set && words.test_set !== taken) { save(words.test_set); page.act("yours", "taken", null); }
      if (words.example && words.example !== taken) { read(new Blob([words.example]), drop.dataset.example); page.act("yours", "taken", null); }
      taken = words.test_set ?? words.example;
    },
  };
})();

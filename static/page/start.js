/* The order of the start: paint what the address asks for, then charts and Python side by side. */
(() => {
  "use strict";
  const page = window.losslessPage;
  page.ready = true;
  page.paint(page.data.painted.settings, location.search);
  if (page.data.served) {
    // Under `panel serve` Bokeh has its own line to Python: messages travel as a property of a data source.
    const link = () => {
      const doc = window.Bokeh?.documents?.[0];
      const inbox = doc?.get_model_by_name("inbox");
      if (!inbox) { setTimeout(link, 50); return; }
      let number = 0;
      page.transport = (message) => inbox.setv({ tags: [++number, JSON.stringify(message)] });
      page.transportBytes = (buffer, last, reply) => {
        let text = "";
        const bytes = new Uint8Array(buffer);
        for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
        page.transport({ type: "bytes", data: btoa(text), last, reply });
      };
      page.adoptDocument(doc);
      page.drawScene();
      page.transport(page.opening());
    };
    link();
    return;
  }
  if (!page.source.reachable) { page.fail("file", location.protocol, null); return; }
  page.source.whenReady(() => {
    page.startCharts();
    page.startWorker();
    page.tape.start();
  });
})();

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
      page.adoptDocument(doc);
      page.transport(page.opening());
    };
    link();
    return;
  }
  if (location.protocol === "file:") { page.fail("file", location.protocol, null); return; }
  page.startCharts();
  page.startWorker();
  page.tape.start();
})();

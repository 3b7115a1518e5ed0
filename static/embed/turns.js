/* Several demos on one page. Where the browser lets their frames share one Python, all may run. Where not, one runs at a time: the others
   rest, with their last picture or their poster, until somebody wants them. The first frame says which of the two it is. */
const turns = {
  shared: null, // unknown until a frame has said so
  first: null, // the element whose frame is to say it
  running: new Set(), // elements whose frame has, or is about to have, a Python
  waiting: new Set(), // elements that want to know

  /** Whether this element may open its frame now, unasked; `again` is called when that may have changed. */
  mayOpen(element, again) {
    if (this.shared || this.running.has(element) || (this.shared === null && !this.first)) return true;
    this.waiting.add(again);
    return false;
  },

  /** An element opens its frame. */
  open(element) {
    if (this.shared === null) this.first ??= element;
    this.running.add(element);
    if (this.shared === false) this.restAll(element);
  },

  /** A frame has said that it begins to run. */
  begin(element, shared) {
    if (this.shared !== false) this.shared = shared; // once one cannot share, each takes its turn
    this.running.add(element);
    if (!shared) this.restAll(element);
    this.wake();
  },

  /** An element's frame is gone, or rests. */
  end(element) {
    this.running.delete(element);
    if (this.first === element) this.first = null;
    this.wake();
  },

  restAll(but) { for (const one of [...this.running]) if (one !== but) one.rest(); },
  wake() { const waiting = [...this.waiting]; this.waiting.clear(); for (const again of waiting) again(); },
  /** Whether an element must ask for its turn. */
  isTaken(element) { return this.shared === false && this.running.size > 0 && !this.running.has(element); },
};

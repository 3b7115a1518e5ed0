"""A script built as BokehJS is, of a few modules of a few bytes; each notes that it ran."""

from __future__ import annotations

RUNNER = """'use strict';
/*! terms */
(function(root, factory) {
  const bokeh = factory();
  root.Bokeh = bokeh;
  const Bokeh = root.Bokeh;
  Bokeh[bokeh.version] = bokeh;
})(this, function() {
  let define;
  return (function(modules, entry, aliases, externals) {
  const cache = {};
  const require = function(id) {
    if (!cache[id]) {
      const mod = cache[id] = {exports: {}};
      const give = (name, value) => { mod.exports[name] = value; };
      modules[id].call(mod.exports, require, mod, mod.exports, () => {}, give);
      globalThis.ran.push(id);
    }
    return cache[id].exports;
  }
  const main = require(entry);
  return main;
})
([
"""
NAMES = ("main", "tslib", "index", "base", "models/main", "models/index", "plot", "line", "kinds", "dom")
MODULES = (
    "function _(t,_,n,o,r){o();t(1).__exportStar(t(2),n),t(4)}",
    "function _(e,t,r,n,o){n();r.__exportStar=(from,to)=>Object.assign(to,from)}",
    'function _(e,o,s,t,l){t();var r=e(3);l("Models",r.Models),s.version="1"}',
    "function _(e,t,s,n,r){n();s.Models=[];s.register_models=(all)=>s.Models.push(...Object.keys(all))}",
    "function _(t,r,o,_,e){_();const i=t(3);(0,i.register_models)(t(5));(0,i.register_models)(t(9))}",
    'function _(t,_,r,o,a){o();t(1).__exportStar(t(6),r),a("Line",t(7).Line);var k=t(8);a("Kind",k.Kind)}',
    'function _(e,t,o,r,n){r();const h=e(8);class O{}o.Plot=O;n("Kind",h.Kind)}',
    'function _(t,e,i,n,s){n();s("Line",class{});i.later=()=>t(10)}',
    'function _(t,e,i,n,s){n();s("Kind",class{})}',
    'function _(t,e,i,n,s){n();i.Line="of another kind"}',
)  # fmt: skip


def small_bokeh(modules: tuple[str, ...] = MODULES, runner: str = RUNNER) -> str:
    """The script; the module `line` names one of another file, as BokehJS names WebGL's."""
    names = ",".join(f'"{name}":{i}' for i, name in enumerate(NAMES))
    return f"{runner}{','.join(f'{chr(10)}{one}' for one in modules)[1:]}\n], 0, {{{names}}}, {{}});}});\n"

"""The app as a script that `panel convert` can take: the session, figures and first frame of app/main.py.

app/main.py itself can't be converted: its page talks to Python over a line of its own, which a stock worker
lacks. Converted beside a copy of app/. The label is the first change that Python makes.
"""

import panel as pn

from app.session.session import Session
from app.text.catalog import Catalog
from app.views.shell import Shell

shell = Shell(Session(), Catalog("en"))
label = pn.pane.Str("Python is on its way.")
controls = (pn.widgets.Toggle(label="Play"), pn.widgets.FloatSlider(label="Mismatch", end=1.0))
figures = [pn.pane.Bokeh(figure, sizing_mode="stretch_width") for figure in shell.converge.roots.values()]
pn.state.onload(lambda: setattr(label, "object", "Python is live."))
pn.Column(label, *controls, *figures).servable()

"""The one exception that ends the build with a sentence instead of a traceback."""


class Stop(Exception):  # noqa: N818  # reads as what it does: raise Stop("what happened and the way out")
    """The build can't go on; the message says what happened and the way out."""

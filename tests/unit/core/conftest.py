"""How hypothesis runs here: how long an example takes on a shared machine is no verdict."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

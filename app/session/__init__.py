"""Settings, the run and its clockwork: the one thing that changes. Knows no screen and no words."""

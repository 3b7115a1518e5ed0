"""Settings, tally and clock: the one thing that changes. Knows no screen and no words."""

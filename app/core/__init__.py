"""The rule and its statistics: numpy and the standard library alone, no setting, no word, no screen."""

"""The rule and its statistics. Imports numpy and the standard library alone; knows no setting, no word and no screen."""

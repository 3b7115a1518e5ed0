"""The lesson as data: the quiz's questions, the tour's stops. Words are in app/text, screens elsewhere."""

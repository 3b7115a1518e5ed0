"""English, the presenter's run sheet: dist/classroom.html. Plain text, never markup."""

CLASSROOM: dict[str, str] = {
    "classroom.title": "Ten minutes in a classroom",
    "classroom.description": "A run sheet for whoever shows the demo: predict, observe, explain.",
}

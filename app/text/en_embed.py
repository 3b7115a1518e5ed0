"""English: what the element <lossless-demo> says in other people's pages. The build alone reads it (app/views/embed.py)."""

EMBED: dict[str, str] = {
    "embed.start": "Start the demo ({size} MB, once)",
    "embed.run-here": "Run it here",
    "embed.taken": "Another demo on this page is running; this browser runs one at a time.",
    "embed.failed": "The demo could not be opened here.",
    "embed.open": "Open it in a tab of its own",
    "embed.printed": "This is a picture of a demo that runs in a browser:",
    "embed.code": "The same address, for the camera of a phone",
    "embed.bars": "Two bars a token: the target p, and the draft q",
    "embed.picture": "A picture of the scene “{scene}”",
}

"""Every word the page says, one file a language, and how numbers are written."""

"""What build.py does, step by step: set up, fetch, compile, write dist/, serve, test.

Every module imports the standard library only; what .venv brings is imported inside the step that needs it.
Nothing here runs in the page, except tools/inside/, which Pyodide runs under Node.js at build time.
"""

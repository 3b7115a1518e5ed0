"""The Python that runs in the page, and under `panel serve`."""

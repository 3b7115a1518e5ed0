"""Bokeh and Panel: draws pictures, computes nothing."""

"""Figures and data to keep. Nothing of this is loaded before somebody asks for one."""

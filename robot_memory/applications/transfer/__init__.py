"""Moves a memory to another computer, as one file."""

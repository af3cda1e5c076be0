"""A memory as one file, to move it to another computer."""

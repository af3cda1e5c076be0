"""Masking: what stays the same in a message that says something else each time."""

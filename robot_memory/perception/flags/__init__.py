"""Flags: numbers and texts that are true or false."""

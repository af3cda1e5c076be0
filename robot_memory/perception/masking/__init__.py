"""Masking: the constant part of a log message whose values vary."""

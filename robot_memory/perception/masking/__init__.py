"""Masking: finds the constant part of a log message with varying values."""

"""Detectors of the numbers that a rule names."""

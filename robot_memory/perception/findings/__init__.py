"""Findings: what is unusual in signals, and which of it is told as one cause."""

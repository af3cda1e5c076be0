"""Searches the evidence for limits, such as a speed above which a fault is more frequent.

See docs/explanation/conditions.md.
"""

"""Places: events at positions become places, and places become entries.

See docs/explanation/places.md.
"""

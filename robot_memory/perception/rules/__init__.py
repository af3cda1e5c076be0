"""Rules: which topics, which of their numbers, and how they are watched.

See docs/reference/rules.md.
"""

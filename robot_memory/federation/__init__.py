"""Robots that tell each other what they know (document 000 §6, rules.md §6). No transport."""

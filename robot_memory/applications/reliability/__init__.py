"""How often the robot fails, for how long, and whether that changes (docs/rules.md §11).

See docs/explanation/reliability.md.
"""

"""How often the robot fails, how long failures last, and whether that changes (docs/rules.md §11).

See docs/explanation/reliability.md.
"""

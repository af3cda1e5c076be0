"""The data of a fleet's robots in one database, and the questions that it answers.

See docs/how-to/ask-a-fleet.md; docs/explanation/sharing.md, "A fleet".
"""

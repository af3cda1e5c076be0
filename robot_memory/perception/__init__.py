"""Message to observation: detectors, the occurrence machine, and the rules that bind them.

See docs/explanation/perception.md.
"""

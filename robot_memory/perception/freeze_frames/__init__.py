"""Freeze frames: the readings of the ten seconds before an onset. They are no tf frames."""

"""Feeds spoiled inputs to the readers of foreign texts and bytes."""

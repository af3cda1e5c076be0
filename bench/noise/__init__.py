"""Healthy noise of many shapes, as messages, and the false alarms that perception makes of it."""

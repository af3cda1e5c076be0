"""Healthy noise of many shapes, as messages, and the alarms that the shipped path makes of it."""

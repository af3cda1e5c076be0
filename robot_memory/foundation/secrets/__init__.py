"""Finds and masks secrets in texts, messages and tables."""

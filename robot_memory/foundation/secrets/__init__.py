"""Finds secrets in texts, messages and tables, and masks them."""

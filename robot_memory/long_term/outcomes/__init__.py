"""Outcomes: what was tried, where, how it went, and what helped (docs/explanation/outcomes.md)."""

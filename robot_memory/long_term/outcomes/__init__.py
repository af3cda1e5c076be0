"""Outcomes of tasks: attempts, places, results, and what helped (docs/explanation/outcomes.md)."""

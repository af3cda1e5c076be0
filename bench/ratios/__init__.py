"""Costs of the memory as ratios to familiar ones, measured in one run, and their growth."""

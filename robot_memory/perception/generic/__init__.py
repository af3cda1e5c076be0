"""Detectors of any numeric field: monitors of what is normal, given limits, disagreement."""

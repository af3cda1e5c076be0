"""Detectors of the environment: light, radio links, localisation, position."""

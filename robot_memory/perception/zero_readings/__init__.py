"""Sensors that read exactly zero where they would measure something."""

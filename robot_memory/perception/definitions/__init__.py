"""Definitions of message types: their fields, constants and comments."""

"""Clocks, time stamps, periods."""

"""Reads and writes texts from outside: Unicode, YAML, JSON, names, escaping."""

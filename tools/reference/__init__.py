"""Writes docs/reference, docs/README.md and params.yaml from the code: ``make docs``.

A test fails where a file is not what this writes.
"""

"""Writes docs/reference from the code: ``python tools/reference``, or ``make docs``.

A test fails where a page is not what this writes.
"""

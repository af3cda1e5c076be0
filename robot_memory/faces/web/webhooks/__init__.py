"""Tells other programs what happened, by HTTP requests that are signed and repeated."""

"""Serves HTTP within limits, for the page and for agents (uvicorn).

See docs/reference/security.md, "HTTP servers".
"""

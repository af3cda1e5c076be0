"""The server for agents (Model Context Protocol): a face over the memory.

It needs the extra ``mcp`` and runs only where somebody starts it.
"""

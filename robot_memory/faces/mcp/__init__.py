"""The server for agents (Model Context Protocol): an interface to the memory.

It needs the extra ``mcp`` and runs only when somebody starts it.
"""

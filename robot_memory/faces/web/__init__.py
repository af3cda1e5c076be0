"""The HTTP API and the page: an interface to :class:`~robot_memory.memory.RobotMemory`.

It needs the extra ``web`` (Starlette, uvicorn) and listens only when somebody starts it.

See docs/reference/http-api.md.
"""

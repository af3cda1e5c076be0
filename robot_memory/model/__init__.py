"""A language model that somebody else runs; nothing in this package needs one."""

from robot_memory.model.chat import ChatModel

__all__ = ["ChatModel"]

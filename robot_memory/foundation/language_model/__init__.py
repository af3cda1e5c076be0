"""The client of a language model. The memory works without one; an operator may configure one."""

from robot_memory.foundation.language_model.chat import ChatModel

__all__ = ["ChatModel"]

"""The robot's identity: its Robot Resource Name (RRN), its keys, and the robots it trusts."""

from robot_memory.foundation.identity.rrn import is_rrn, local_rrn

__all__ = ["is_rrn", "local_rrn"]

"""Who this robot is: its Robot Resource Name (RRN). Keys and trust come with federation."""

from robot_memory.identity.rrn import is_rrn, local_rrn

__all__ = ["is_rrn", "local_rrn"]

"""Changes of memory that an operator approved, and the way back (documents 002 and 004).

`docs/governance.md` tells how it is used. :class:`Assist` is the one door.
"""

from robot_memory.governance.assist import Assist
from robot_memory.governance.outcome import Outcome
from robot_memory.governance.packet import Candidate, Packet
from robot_memory.governance.rules import Violation

__all__ = ["Assist", "Candidate", "Outcome", "Packet", "Violation"]

"""Changes of memory that an operator approved, and the way back (documents 002 and 004).

`docs/reference/governance.md` tells how it is used. :class:`AssistPath` is the one door.
"""

from robot_memory.governance.assist_path import AssistPath
from robot_memory.governance.packet import Packet, PacketCandidate
from robot_memory.governance.run_outcome import RunOutcome

__all__ = ["AssistPath", "Packet", "PacketCandidate", "RunOutcome"]

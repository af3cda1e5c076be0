"""Changes of memory that an operator approved, with receipts and rollback (documents 002 and 004).

`docs/reference/governance.md` tells how it is used. All changes go through :class:`AssistPath`.
"""

from robot_memory.governance.assist_path import AssistPath
from robot_memory.governance.packet import Packet, PacketCandidate
from robot_memory.governance.run_transaction import RunOutcome

__all__ = ["AssistPath", "Packet", "PacketCandidate", "RunOutcome"]

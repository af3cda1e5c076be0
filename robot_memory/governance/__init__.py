"""Memory changes approved by an operator, with receipts and rollback (documents 002 and 004).

`docs/reference/governance.md` explains the use. All changes go through :class:`AssistPath`.
"""

from robot_memory.governance.assist_path import AssistPath
from robot_memory.governance.packet import Packet, PacketCandidate
from robot_memory.governance.run_transaction import RunOutcome

__all__ = ["AssistPath", "Packet", "PacketCandidate", "RunOutcome"]

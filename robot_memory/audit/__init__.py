"""Whether what this memory wrote down for good is what it wrote: chains, receipts, signatures."""

from robot_memory.audit.home_audit import audit_home
from robot_memory.audit.part import Audit, Part
from robot_memory.audit.presence import check_remembers
from robot_memory.audit.seen import Seen

__all__ = ["Audit", "Part", "Seen", "audit_home", "check_remembers"]

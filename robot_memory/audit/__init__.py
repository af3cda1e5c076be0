"""Whether what this memory wrote down for good is what it wrote: chains, receipts, signatures."""

from robot_memory.audit.home_audit import audit_home
from robot_memory.audit.part import Audit, Part

__all__ = ["Audit", "Part", "audit_home"]

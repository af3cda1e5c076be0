"""Audits the permanent records: the hash chain of events, receipts, signatures and witnesses.

See docs/reference/audit.md.
"""

from robot_memory.governance.audit.audit_report import AuditPart, AuditReport
from robot_memory.governance.audit.home_audit import audit_home, check_remembers
from robot_memory.governance.audit.receipt_audit import WitnessedHeads

__all__ = ["AuditPart", "AuditReport", "WitnessedHeads", "audit_home", "check_remembers"]

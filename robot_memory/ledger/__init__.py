"""Evidence: observations, kept in SQLite (architecture, "Memory home")."""

from robot_memory.ledger.filtered_row import filtered_row
from robot_memory.ledger.key import Key
from robot_memory.ledger.ledger import Ledger
from robot_memory.ledger.moment import Moment
from robot_memory.ledger.observation import Kind, Observation, Severity, Source
from robot_memory.ledger.writer import LedgerWriter

__all__ = [
    "Key", "Kind", "Ledger", "LedgerWriter", "Moment", "Observation", "Severity", "Source",
    "filtered_row",
]  # fmt: skip

"""Evidence: observations, stored in SQLite (docs/reference/memory-file.md)."""

from robot_memory.ledger.attempt import Attempt
from robot_memory.ledger.key import Key
from robot_memory.ledger.ledger import Ledger
from robot_memory.ledger.ledger_writer import LedgerWriter
from robot_memory.ledger.observation import Kind, Observation, Severity, Source, filtered_row
from robot_memory.ledger.sample_table import OperatingSample

__all__ = [
    "Attempt",
    "Key",
    "Kind",
    "Ledger",
    "LedgerWriter",
    "Observation",
    "OperatingSample",
    "Severity",
    "Source",
    "filtered_row",
]  # fmt: skip

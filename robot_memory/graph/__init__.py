"""Facts: document 003. What is known, how present it is, and ``MEMORY.md``."""

from robot_memory.graph.archive import Because, Leaving
from robot_memory.graph.canaries import Canary
from robot_memory.graph.counts import Counts
from robot_memory.graph.fact import Fact
from robot_memory.graph.graph import FactGraph, Learned
from robot_memory.graph.known import KnownFact
from robot_memory.graph.limits import Limits
from robot_memory.graph.memory_page import Reconciled
from robot_memory.graph.statement import Statement

__all__ = [
    "Because", "Canary", "Counts", "Fact", "FactGraph", "KnownFact", "Learned", "Leaving", "Limits",
    "Reconciled", "Statement",
]  # fmt: skip

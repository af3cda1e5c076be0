"""The fact graph of document 003: facts, their activation, and ``MEMORY.md``.

The graph of nodes and topics of ROS is in :mod:`robot_memory.perception.ros_graph`.

See docs/reference/facts.md.
"""

from robot_memory.long_term.graph.activation import FactLimits
from robot_memory.long_term.graph.canary import Canary
from robot_memory.long_term.graph.fact import Fact, FactCounts, KnownFact
from robot_memory.long_term.graph.fact_archive import FactRemoval, LeaveReason
from robot_memory.long_term.graph.fact_graph import FactGraph, LearnResult
from robot_memory.long_term.graph.memory_page import Reconciliation
from robot_memory.long_term.graph.statement import Statement

__all__ = [
    "Canary",
    "Fact",
    "FactCounts",
    "FactGraph",
    "FactLimits",
    "FactRemoval",
    "KnownFact",
    "LearnResult",
    "LeaveReason",
    "Reconciliation",
    "Statement",
]  # fmt: skip

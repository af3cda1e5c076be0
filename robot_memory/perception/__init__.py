"""Message to observation: detectors, the occurrence machine, and the rules that bind them."""

from robot_memory.perception.known_entries import KnownEntries
from robot_memory.perception.message import Message
from robot_memory.perception.perception import Perception
from robot_memory.perception.rules.rule import Rule
from robot_memory.perception.rules.rules_file import load_rules
from robot_memory.perception.scope import Scope

__all__ = [
    "KnownEntries",
    "Message",
    "Perception",
    "Rule",
    "Scope",
    "load_rules",
]

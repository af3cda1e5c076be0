"""Message to observation: detectors, the occurrence machine, and the rules that bind them.

See docs/explanation/perception.md.
"""

from robot_memory.perception.message import Message
from robot_memory.perception.perception import Perception
from robot_memory.perception.prior_memory import PriorMemory
from robot_memory.perception.rules.rule import Rule
from robot_memory.perception.rules.rules_file import load_rules
from robot_memory.perception.scope import Scope

__all__ = [
    "Message",
    "Perception",
    "PriorMemory",
    "Rule",
    "Scope",
    "load_rules",
]

"""Message to observation: detectors, the occurrence machine, and the rules that bind them.

See docs/explanation/perception.md.
"""

from robot_memory.perception.baselines import PriorMemory
from robot_memory.perception.perception import Message, Perception
from robot_memory.perception.rule import Rule
from robot_memory.perception.rules_file import load_rules
from robot_memory.perception.scope import Scope

__all__ = [
    "Message",
    "Perception",
    "PriorMemory",
    "Rule",
    "Scope",
    "load_rules",
]

"""Robots that there are none of: a seed makes one, with what breaks on it and what only looks so.

Nothing here but :mod:`simulation.judge` knows that there is a memory: the robots are physics,
drivers and messages, and the truth is what a careful engineer beside them would write down.
"""

from simulation.making import KINDS, make_robot
from simulation.robot import Robot
from simulation.truth import Condition, Target, Truth

__all__ = ["KINDS", "Condition", "Robot", "Target", "Truth", "make_robot"]

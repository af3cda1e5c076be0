"""Simulated robots: a seed makes a robot, its faults, and events that only look like faults.

Only :mod:`simulation.judge` knows the memory: the robots are physics, drivers and messages, and the
truth is what a careful engineer beside them would write down.
"""

from simulation.making import KINDS, make_robot
from simulation.robot import Robot
from simulation.truth import Condition, Target, Truth

__all__ = ["KINDS", "Condition", "Robot", "Target", "Truth", "make_robot"]

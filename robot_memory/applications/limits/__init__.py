"""Learned limits as data: what a planner can obey, and what an operator allowed it to.

:mod:`robot_memory.long_term.limit_search` finds limits; here they are values with a variable, a
bound and a unit, and an operator's approval.
"""

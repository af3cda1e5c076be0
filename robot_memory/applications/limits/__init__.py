"""Learned limits as data: for planners to obey, and for operators to approve.

:mod:`robot_memory.long_term.limit_search` finds limits; here they are values with a variable, a
bound and a unit, and an operator's approval.
"""

"""Compares a memory's lessons about simulated robots with the truth.

Only this part knows the memory.
"""

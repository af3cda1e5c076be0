"""Decisions that wait for a person, from everywhere in the memory."""

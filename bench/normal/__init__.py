"""Trials of the model of normal, one for all numbers of all topics; see README.md."""

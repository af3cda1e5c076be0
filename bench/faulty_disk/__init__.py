"""A disk whose operations fail at chosen places, and the writers that must bear it."""

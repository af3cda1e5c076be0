"""A disk whose operations fail at chosen positions, and the writers that must survive it."""

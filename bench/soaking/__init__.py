"""Three months of a robot with all parts of the memory on, compressed into a quarter of an hour."""

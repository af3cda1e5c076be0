"""What an agent gains by the memory: the same tasks with it, with plain notes, and with neither."""

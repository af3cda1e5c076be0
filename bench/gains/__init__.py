"""What an agent gains from the memory: the same tasks with it, with notes, and with neither."""

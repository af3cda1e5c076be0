"""Rules: which topics, which of their numbers, and how they are watched."""

"""Field paths: which numbers of a message are read, and what counts as a number."""

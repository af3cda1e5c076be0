"""What the memory costs beside what a user knows, in one run, and how that grows."""

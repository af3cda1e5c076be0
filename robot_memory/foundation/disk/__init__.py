"""Files that survive crashes and can be shared with other processes."""

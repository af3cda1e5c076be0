"""Who fails together: one cause is told once."""

"""What is normal for the numbers of a robot: one model, and what it tells."""

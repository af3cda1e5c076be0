"""What is normal for a robot's numbers: one model, and the deviations that it finds."""

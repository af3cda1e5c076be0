"""What is normal for a robot: one model for all numbers of all topics; a trial, see README.md."""

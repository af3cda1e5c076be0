"""What is normal for this robot, and which of what is unusual is worth a lesson."""

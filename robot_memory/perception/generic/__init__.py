"""What is normal for this robot, and which unusual signals make an entry."""

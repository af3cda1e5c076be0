"""Position and motion of the robot, to give events a place."""

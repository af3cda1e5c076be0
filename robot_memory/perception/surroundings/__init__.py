"""Position and motion of the robot, so that events can have a place."""

"""Where the robot is and how it moves, so that events have a place."""

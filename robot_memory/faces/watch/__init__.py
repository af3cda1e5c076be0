"""A terminal dashboard of the robot's current knowledge, for an operator over ssh."""

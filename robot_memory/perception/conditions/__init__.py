"""Under which conditions the robot runs, and under which an onset comes."""

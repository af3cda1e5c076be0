"""Wheels: slip, and speed that is not reached (nav_msgs/Odometry)."""

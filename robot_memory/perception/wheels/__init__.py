"""Wheels: slip, and motion that is commanded and not made (nav_msgs/Odometry)."""

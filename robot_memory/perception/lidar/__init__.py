"""Lidars (sensor_msgs/LaserScan)."""

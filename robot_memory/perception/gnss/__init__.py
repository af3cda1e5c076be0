"""Satellite positioning (sensor_msgs/NavSatFix)."""

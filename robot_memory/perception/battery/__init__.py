"""Batteries: charge, voltage and health (sensor_msgs/BatteryState)."""

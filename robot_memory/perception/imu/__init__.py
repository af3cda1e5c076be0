"""Inertial units: bias at rest, impacts, which way is up (sensor_msgs/Imu)."""

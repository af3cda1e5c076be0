"""Joints: friction, torque and kinematics (sensor_msgs/JointState)."""

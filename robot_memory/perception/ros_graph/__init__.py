"""The ROS graph: QoS, publishers and names; clocks, lifecycle, parameters and URDF of its nodes."""

"""The ROS graph: QoS, publishers and names; clocks, lifecycle and parameters of its nodes."""

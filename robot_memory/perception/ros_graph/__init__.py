"""The ROS graph of nodes and topics: incompatible QoS, lost publishers, names used twice."""

"""The command line: ``robot-memory``. It needs no ROS and works while the node runs."""

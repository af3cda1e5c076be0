"""The interfaces of the memory for people, agents and other nodes: ROS, HTTP, MCP, terminal."""

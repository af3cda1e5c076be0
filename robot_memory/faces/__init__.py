"""How people, agents and other nodes reach the memory: ROS, HTTP, MCP, terminal."""

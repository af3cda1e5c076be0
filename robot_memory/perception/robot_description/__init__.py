"""The robot's own description (URDF): which parts it has, and what people call them."""

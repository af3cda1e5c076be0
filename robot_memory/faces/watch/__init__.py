"""A dashboard for a terminal: what a robot knows of itself now, for an operator over ssh."""

"""What brings signed updates from robot to robot; no rule of federation knows which one it was."""

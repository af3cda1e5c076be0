"""What the memory makes of simulated robots, against the truth. Only this part knows the memory."""

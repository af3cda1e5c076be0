"""What the robots of a fleet said, in one database, and the questions that it answers."""

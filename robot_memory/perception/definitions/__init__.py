"""What the definition of a message type says: its fields, constants and comments."""

"""What waits for a person's decision, from everywhere in the memory."""

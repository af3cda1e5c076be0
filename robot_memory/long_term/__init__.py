"""Long-term memory beside the entries (001 to 003): chunks, files, facts, episodes, recall."""

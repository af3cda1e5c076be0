"""What is kept beside entries (documents 001 to 003): chunks, files, facts, episodes, recall."""

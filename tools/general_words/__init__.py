"""Makes the table of words of general English (robot_memory/recall/general_words.py)."""

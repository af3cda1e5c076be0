"""Makes the table of words of general English (robot_memory/long_term/recall/general_words.py)."""

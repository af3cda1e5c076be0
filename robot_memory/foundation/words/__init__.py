"""The stemmed words of a text, without stop words."""

"""The words of a text: stemmed, without those that say nothing."""

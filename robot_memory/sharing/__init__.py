"""Robots tell each other what they know: updates between peers, and what carries them."""

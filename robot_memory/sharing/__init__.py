"""Robots share their knowledge: updates between peers, and the carriers that transport them."""

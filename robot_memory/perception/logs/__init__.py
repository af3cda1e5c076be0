"""``/rosout``: what nodes log."""

"""The night shift: what many pieces of evidence say together."""

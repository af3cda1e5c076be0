"""``/diagnostics``: the states that drivers report about their components."""

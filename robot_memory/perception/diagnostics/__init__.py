"""``/diagnostics``: what drivers say of their own components."""

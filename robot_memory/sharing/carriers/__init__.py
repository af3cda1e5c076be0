"""Transports for signed updates between robots; the rules of federation do not depend on them."""

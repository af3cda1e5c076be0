"""Messages of any type with fields for faults: bits, codes, states, flags."""

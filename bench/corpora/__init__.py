"""Public corpora of faulty machines, scored by their own rules on the whole shipped path."""

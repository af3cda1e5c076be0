"""Named mutations of the code, under each of which some tests must fail (see bench/mutants.py)."""

"""CSV: topics exported from bags, one file each, and plain tables."""

"""Topics as such: their rate, and their header stamps."""

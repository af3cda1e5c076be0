"""Files that outlive crashes and are safe beside other processes."""

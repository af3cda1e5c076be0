"""ULog, the flight log of PX4."""

"""Groups faults that have one cause, so that each cause is reported once."""

"""Uses of the memory for people: limits, reliability, reports, a fleet, the black box."""

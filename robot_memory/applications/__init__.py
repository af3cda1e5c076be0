"""What people make of the memory: limits, reliability, reports, a fleet, the black box."""

"""The last seconds of what was read, kept with each onset."""

"""What texts say: values that vary, their ranges and units."""

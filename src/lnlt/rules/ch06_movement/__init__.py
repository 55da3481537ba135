"""6.0: movement."""

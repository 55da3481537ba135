"""11.0: Single-Man Counters."""

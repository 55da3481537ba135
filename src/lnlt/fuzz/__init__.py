"""Random play: `games` plays and checks, `setups` makes battles (with what the other modules add to them)."""

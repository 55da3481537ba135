"""17: infantry and fire against vehicles: who is exposed, and Close Assault."""

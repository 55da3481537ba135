"""18.0: indirect fire: artillery missions and Fire for Effect."""

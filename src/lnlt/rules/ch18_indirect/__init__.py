"""18.0: indirect fire: Mortar Teams, artillery missions and Fire for Effect."""

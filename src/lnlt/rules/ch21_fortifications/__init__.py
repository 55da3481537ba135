"""21.0: fortifications and obstacles: Bunkers, Foxholes, Wire, Mines, Barricades, Trenches, Emplacements and others."""

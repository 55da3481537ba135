"""20.0: night: how far one sees, what is lit, and Starshells."""

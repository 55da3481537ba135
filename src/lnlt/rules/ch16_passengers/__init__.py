"""16: passengers: who fits in or on a vehicle, how they get on and off, what becomes of them."""

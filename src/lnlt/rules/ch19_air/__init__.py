"""Chapter 19: aircraft."""

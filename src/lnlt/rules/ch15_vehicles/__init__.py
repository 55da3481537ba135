"""Chapter 15: vehicles."""

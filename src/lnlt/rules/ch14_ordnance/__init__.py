"""Chapter 14: ordnance."""

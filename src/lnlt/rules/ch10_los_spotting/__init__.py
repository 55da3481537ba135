"""Chapter 10: line of sight, spotting and terrain."""

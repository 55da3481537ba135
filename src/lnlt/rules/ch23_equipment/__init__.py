"""Chapter 23: further weapons and equipment. What is only a value or an ability of a weapon is data of the packs."""

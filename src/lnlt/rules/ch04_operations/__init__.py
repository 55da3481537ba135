"""4.0: the Operations Phase."""

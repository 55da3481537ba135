"""lnlt: an unofficial, fan-made rules engine for Lock 'n Load Tactical v5.1."""

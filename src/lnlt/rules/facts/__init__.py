"""What many chapters ask: facts about units, weapons, places and markers; no procedure and no question."""

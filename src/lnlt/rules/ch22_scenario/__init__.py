"""22.0: scenarios: set-up, entry and exit, Events, control, victory."""

"""1.0: what counters are: values, stacking, morale, Support Weapons."""

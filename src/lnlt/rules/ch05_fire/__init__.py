"""5.0: fire combat: who fires at what, firepower, the attack, damage, Opportunity Fire."""

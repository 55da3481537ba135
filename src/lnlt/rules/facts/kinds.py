"""11.0: what each kind of Single-Man Counter may do, as sets that the chapters concerned read."""

from __future__ import annotations

LEADER_KINDS = frozenset({"leader", "commissar", "political_officer"})
"""11.1, 11.7: function as Leaders for all purposes."""
COMMISSARS = frozenset({"commissar", "political_officer"})
"""11.7.1: may announce Fight or Die!"""
RALLY_ONLY = frozenset({"chaplain", "nurse", "piper"})
"""11.8, 11.10, 11.11: their Leadership Modifier serves to rally and for nothing else."""
RALLIERS = LEADER_KINDS | RALLY_ONLY | {"hero"}
"""3.0: Good Order counters in whose presence Shaken units may try (Medics heal instead, 11.3)."""
HEALERS = frozenset({"medic", "corpsman", "nurse"})
"""11.3, 11.10: may heal one wounded man in a Rally Phase."""
LONE_SHOTS = frozenset({"sniper", "marksman"})
"""11.4, 11.12: fire separately with 2d6 at one random unit."""
SW_USERS = LEADER_KINDS | {"hero", "scout", "advisor"}
"""1.6: Single-Man Counters who may carry and fire Support Weapons."""
NO_SPOTTING = frozenset({"medic", "corpsman", "chaplain", "nurse", "piper"})
"""11.3, 11.8, 11.10, 11.11: cannot make spotting attempts."""
NO_AUTO_SPOT = frozenset({"medic", "corpsman"})
"""11.3, Q-073: do not even spot what is next to them."""
CALLERS = LEADER_KINDS | {"scout", "advisor"}
"""11.1.3, 11.6, 11.9: may call Mortar fire and Off-board Artillery."""
NME_WITHOUT_WEAPON = LEADER_KINDS | {"advisor"}
"""11.1.4, 11.9: Melee-eligible only with a Melee-eligible Support Weapon."""

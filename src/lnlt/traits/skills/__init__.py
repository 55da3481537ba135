"""12.0, 11.1.5: what each Skill does, as functions attached at the hooks of the chapters concerned.

A Skill is a row in a pack's `skills.toml` (who may have it, whether it works once) and, if its effect is known, an
entry here. A game attaches only the Skills that are assigned in it or that a new Hero may draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from lnlt.core.hooks import Attachment
from lnlt.traits.skills.ambush import TheAmbush
from lnlt.traits.skills.decisive import Decisive, decisive
from lnlt.traits.skills.fire import deadeye, deadly, versatile
from lnlt.traits.skills.men import assaulter, bull, charismatic
from lnlt.traits.skills.using import SkillUse

Attach = Callable[[frozenset[str]], Iterable[Attachment]]
"""Given the kinds of units that have or may draw the Skill: what it attaches."""

SKILLS: Mapping[str, Attach] = {
    "assaulter": assaulter,
    "bull": bull,
    "charismatic": charismatic,
    "deadeye": deadeye,
    "deadly": deadly,
    "decisive": decisive,
    "versatile": versatile,
}
USES: Mapping[str, SkillUse] = {"decisive": Decisive(), "the_ambush": TheAmbush()}
"""Skills that their owner uses by choice, once."""
KNOWN = frozenset(SKILLS) | frozenset(USES)
"""Skills with an effect."""


def attachments(owners: Mapping[str, frozenset[str]]) -> list[Attachment]:
    """Everything the Skills of a game attach."""
    return [a for skill, attach in SKILLS.items() if owners.get(skill) for a in attach(owners[skill])]


def uses(owners: Mapping[str, frozenset[str]]) -> list[SkillUse]:
    """The Skills of a game that are used by choice."""
    return [use for skill, use in USES.items() if owners.get(skill)]

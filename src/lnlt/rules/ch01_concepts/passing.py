"""1.6, 3.0: Support Weapons change hands in the Rally Phase: pick up, swap, drop, destroy."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import DROPPED, MELEE, TAKEN
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position, Unit
from lnlt.core.tally import Refusal
from lnlt.rules.ch03_rally import RallyChoice
from lnlt.rules.facts.handling import (
    Destroy,
    Drop,
    PickUp,
    Swap,
    carriers,
    check_hands,
    check_holds,
    check_take,
    lying,
    remove,
    take,
    weapon_named,
)
from lnlt.rules.facts.weapons import carries, is_alone, load_of


class PickingUp(RallyChoice):
    """1.6, 3.0: pick up a Support Weapon that nobody holds."""

    command = PickUp
    idle = True

    def candidates(self, game: Game, s: Position, side: int) -> list[Command]:  # noqa: ARG002
        """Every unit next to a free weapon."""
        return [PickUp(unit, weapon) for unit, weapon in lying(s, side)]

    def check(self, game: Game, s: Position, side: int, command: PickUp) -> Refusal | None:
        """1.6, Q-221: see `check_take`; a weapon changes hands once per phase."""
        refusal = check_hands(game, s, side, command.unit)
        if refusal is not None:
            return refusal
        weapon = weapon_named(s, command.weapon)
        if weapon is None:
            return Refusal("1.6", "not_lying_here", {"unit": command.unit, "weapon": command.weapon})
        if s.weapons[weapon].flags & TAKEN:
            return Refusal("3.0", "handled_already", {"weapon": command.weapon})
        return check_take(game, s, s.ids[command.unit], weapon)

    def answer(self, d: Draft, side: int, command: PickUp) -> None:  # noqa: ARG002
        """The unit has the weapon."""
        weapon = weapon_named(d, command.weapon)
        assert weapon is not None
        take(d, d.ids[command.unit], weapon)
        d.emit(ev.WeaponChanged(weapon, TAKEN))


def check_exchange(game: Game, s: Position, giver: Unit, taker: Unit, passed: Sequence[int | None]) -> Refusal | None:
    """1.6, 23.1.5, 23.2.2: whether both may carry what they get, once they have given away what they give."""
    given, taken = passed[0], passed[1] if len(passed) > 1 else None
    for unit, gets, gives in ((taker, given, taken), (giver, taken, given)):
        if gets is None:
            continue
        left = replace(unit, carries=tuple(w for w in unit.carries if w != gives))
        t = game.weapon_types[s.weapons[gets].type]
        if "no_load" not in t.abilities and load_of(game, s, left) >= carries(game.types[unit.type].kind):
            return Refusal("1.6", "hands_full", {"unit": unit.id, "weapon": s.weapons[gets].id})
        if "no_lone_smc" in t.abilities and is_alone(game, s, s.ids[unit.id], s.by_loc.get(unit.at, ())):
            return Refusal("23.1.5", "not_alone", {"unit": unit.id, "weapon": s.weapons[gets].id})
    return None


class Swapping(RallyChoice):
    """1.6, 3.0: units of one location hand Support Weapons on."""

    command = Swap
    idle = True

    def candidates(self, game: Game, s: Position, side: int) -> list[Command]:  # noqa: ARG002
        """Every weapon to every friend, for each of his weapons or none."""
        found: list[Command] = []
        for weapon in s.weapons:
            giver = weapon.carrier
            if giver == NOBODY or s.units[giver].side != side or weapon.flags & TAKEN:
                continue
            for other in s.by_loc.get(s.units[giver].at, ()):
                if other != giver and s.units[other].side == side:
                    ids = s.units[giver].id, weapon.id, s.units[other].id
                    found.append(Swap(*ids))
                    found.extend(Swap(*ids, s.weapons[o].id) for o in s.units[other].carries)
        return found

    def check(self, game: Game, s: Position, side: int, command: Swap) -> Refusal | None:
        """1.6, 3.0: Good Order units in one location, not in Melee, within what each may carry."""
        refusal = check_holds(game, s, side, command.unit, command.weapon) or check_hands(
            game, s, side, command.with_unit
        )
        if refusal is None and command.other:
            refusal = check_holds(game, s, side, command.with_unit, command.other)
        if refusal is not None:
            return refusal
        a, b = s.units[s.ids[command.unit]], s.units[s.ids[command.with_unit]]
        if a.at != b.at or command.unit == command.with_unit:
            return Refusal("3.0", "not_together", {"unit": a.id, "other": b.id})
        for u in (a, b):
            if u.flags & MELEE:
                return Refusal("1.6", "in_melee", {"unit": u.id})
        passed = [weapon_named(s, w) for w in (command.weapon, command.other) if w]
        for w in passed:
            if w is not None and s.weapons[w].flags & TAKEN:
                return Refusal("3.0", "handled_already", {"weapon": s.weapons[w].id})
        return check_exchange(game, s, a, b, passed)

    def answer(self, d: Draft, side: int, command: Swap) -> None:  # noqa: ARG002
        """The weapons change hands."""
        one, two = d.ids[command.unit], d.ids[command.with_unit]
        for name, taker in ((command.weapon, two), (command.other, one)):
            weapon = weapon_named(d, name) if name else None
            if weapon is not None:
                d.emit(ev.WeaponPassed(weapon, taker))
                d.emit(ev.WeaponChanged(weapon, TAKEN))


class Dropping(RallyChoice):
    """1.6, Q-018: drop a Support Weapon in the hex."""

    command = Drop
    idle = True

    def candidates(self, game: Game, s: Position, side: int) -> list[Command]:  # noqa: ARG002
        """Every weapon held."""
        return [Drop(unit, weapon) for unit, weapon in carriers(s, side)]

    def check(self, game: Game, s: Position, side: int, command: Drop) -> Refusal | None:
        """1.6, Q-221: by its Good Order holder, once per phase."""
        refusal = check_holds(game, s, side, command.unit, command.weapon)
        if refusal is not None:
            return refusal
        weapon = weapon_named(s, command.weapon)
        if weapon is not None and s.weapons[weapon].flags & (TAKEN | DROPPED):
            return Refusal("3.0", "handled_already", {"weapon": command.weapon})
        return None

    def answer(self, d: Draft, side: int, command: Drop) -> None:  # noqa: ARG002
        """The weapon lies in the hex."""
        weapon = weapon_named(d, command.weapon)
        assert weapon is not None
        d.emit(ev.WeaponPassed(weapon, NOBODY, d.units[d.ids[command.unit]].at))
        d.emit(ev.WeaponChanged(weapon, DROPPED))


class Destroying(RallyChoice):
    """1.6, 3.0, Q-018: destroy a Support Weapon, held or lying free."""

    command = Destroy
    idle = True

    def candidates(self, game: Game, s: Position, side: int) -> list[Command]:  # noqa: ARG002
        """Every weapon held, and every free one beside a unit."""
        return [Destroy(unit, weapon) for unit, weapon in (*carriers(s, side), *lying(s, side))]

    def check(self, game: Game, s: Position, side: int, command: Destroy) -> Refusal | None:
        """3.0: a Good Order unit that could use it; a free one only where no enemy is."""
        refusal = check_hands(game, s, side, command.unit)
        if refusal is not None:
            return refusal
        unit = s.units[s.ids[command.unit]]
        weapon = weapon_named(s, command.weapon)
        if weapon is None:
            return Refusal("1.6", "not_its_weapon", {"unit": command.unit, "weapon": command.weapon})
        if weapon in unit.carries:
            return None
        w = s.weapons[weapon]
        if w.carrier != NOBODY or w.at != unit.at:
            return Refusal("1.6", "not_its_weapon", {"unit": command.unit, "weapon": command.weapon})
        if any(s.units[o].side != side for o in s.by_loc[unit.at]):
            return Refusal("3.0", "enemy_there", {"at": game.board.loc_name(unit.at)})
        return None

    def answer(self, d: Draft, side: int, command: Destroy) -> None:  # noqa: ARG002
        """The weapon is out of play."""
        weapon = weapon_named(d, command.weapon)
        assert weapon is not None
        remove(d, weapon)

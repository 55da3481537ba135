"""1.6, 3.0: Support Weapons in the Rally Phase: pick up, swap, drop, destroy, flip, repair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from lnlt.core import events as ev
from lnlt.core.draft import Draft
from lnlt.core.flags import (
    BROKEN,
    CAPTURED,
    DROPPED,
    FLIPPED,
    JAMMED,
    MELEE,
    SHAKEN,
    SPENT,
    TAKEN,
    TRIPOD,
)
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, NOWHERE, Position, Unit
from lnlt.core.tally import Refusal
from lnlt.rules.ch01_concepts.weapons import (
    USERS,
    carries,
    check_room,
    is_alone,
    is_foreign,
    is_tripod,
    is_two_sided,
    load_of,
)
from lnlt.rules.ch03_rally import RallyChoice


class PickUp(Command, frozen=True, gc=False):
    """Take a Support Weapon that lies in the unit's location."""

    RULE: ClassVar[str] = "1.6"

    unit: str
    weapon: str


class Swap(Command, frozen=True, gc=False):
    """Hand a Support Weapon to another unit, for one of its weapons or for none."""

    RULE: ClassVar[str] = "1.6"

    unit: str
    weapon: str
    with_unit: str
    other: str = ""


class Drop(Command, frozen=True, gc=False):
    """Leave a Support Weapon lying."""

    RULE: ClassVar[str] = "1.6"

    unit: str
    weapon: str


class Destroy(Command, frozen=True, gc=False):
    """Make a Support Weapon useless for everybody."""

    RULE: ClassVar[str] = "1.6"

    unit: str
    weapon: str


class Flip(Command, frozen=True, gc=False):
    """Assemble or dismantle a two-sided Support Weapon; in an impulse as a whole Assault Move, if `mode` says so."""

    unit: str
    weapon: str
    mode: str = ""


class Repair(Command, frozen=True, gc=False):
    """Try to clear a jammed Support Weapon."""

    RULE: ClassVar[str] = "1.6.2"

    unit: str
    weapon: str


def weapon_named(s: Position, name: str) -> int | None:
    """Number of a weapon by its id."""
    for w, weapon in enumerate(s.weapons):
        if weapon.id == name:
            return w
    return None


def check_hands(game: Game, s: Position, side: int, name: str, good_order: bool = True) -> Refusal | None:
    """1.6, 3.0: a unit of the side in play that may use Support Weapons, in Good Order unless a rule says otherwise."""
    unit = s.ids.get(name)
    if unit is None or s.units[unit].side != side or s.units[unit].at < 0:
        return Refusal("1.1", "no_such_unit", {"unit": name})
    u = s.units[unit]
    if game.types[u.type].kind not in USERS:
        return Refusal("1.6", "cannot_use_weapons", {"unit": name})
    if good_order and u.flags & SHAKEN:
        return Refusal("1.6", "not_good_order", {"unit": name})
    return None


def check_holds(game: Game, s: Position, side: int, name: str, weapon: str, good_order: bool = True) -> Refusal | None:
    """1.6: such a unit that holds the weapon."""
    refusal = check_hands(game, s, side, name, good_order)
    if refusal is not None:
        return refusal
    w = weapon_named(s, weapon)
    if w is None or w not in s.units[s.ids[name]].carries:
        return Refusal("1.6", "not_its_weapon", {"unit": name, "weapon": weapon})
    return None


def check_take(game: Game, s: Position, unit: int, weapon: int) -> Refusal | None:
    """1.6, 1.6.8, 3.0: a free weapon in the unit's location, room to carry it, no enemy there, not in Melee."""
    u, w = s.units[unit], s.weapons[weapon]
    names = {"unit": u.id, "weapon": w.id}
    if w.carrier != NOBODY or w.at != u.at or w.flags & SPENT:
        return Refusal("1.6", "not_lying_here", names)
    if u.flags & MELEE:
        return Refusal("1.6", "in_melee", {"unit": u.id})
    if any(s.units[o].side != u.side for o in s.by_loc[u.at]):
        return Refusal("3.0", "enemy_there", {"at": game.board.loc_name(u.at)})
    if "never_captured" in game.weapon_types[w.type].abilities and is_foreign(game, u.side, w):
        return Refusal("23.2.2", "never_captured", names)
    return check_room(game, s, unit, weapon)


def take(d: Draft, unit: int, weapon: int) -> None:
    """1.6, 1.6.8: the unit has the weapon; an enemy one counts as captured from now on."""
    side = d.units[unit].side
    if is_foreign(d.game, side, d.weapons[weapon]):
        d.emit(ev.WeaponChanged(weapon, CAPTURED))
    d.emit(ev.WeaponPassed(weapon, unit))


def remove(d: Draft, weapon: int) -> None:
    """1.6: a weapon leaves play: used up, destroyed or lost."""
    d.emit(ev.WeaponPassed(weapon, NOBODY, NOWHERE))
    d.emit(ev.WeaponChanged(weapon, SPENT))


def carriers(s: Position, side: int) -> Iterator[tuple[str, str]]:
    """Units of a side and each weapon they hold, by id."""
    for weapon in s.weapons:
        if weapon.carrier != NOBODY and s.units[weapon.carrier].side == side:
            yield s.units[weapon.carrier].id, weapon.id


def lying(s: Position, side: int) -> Iterator[tuple[str, str]]:
    """Units of a side and each weapon that lies in their location, by id."""
    for weapon in s.weapons:
        if weapon.carrier == NOBODY and weapon.at >= 0:
            for u in s.by_loc.get(weapon.at, ()):
                if s.units[u].side == side:
                    yield s.units[u].id, weapon.id


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
        if weapon is None or s.weapons[weapon].flags & TAKEN:
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


def check_flip(game: Game, s: Position, side: int, command: Flip) -> Refusal | None:
    """1.6.1, 1.6.5: a two-sided weapon of a Good Order unit not in Melee, once per turn; Shaken ones only dismantle."""
    refusal = check_holds(game, s, side, command.unit, command.weapon, good_order=False)
    if refusal is not None:
        return refusal
    unit = s.units[s.ids[command.unit]]
    weapon = s.weapons[weapon_named(s, command.weapon) or 0]
    t = game.weapon_types[weapon.type]
    if not is_two_sided(t) or weapon.flags & (JAMMED | BROKEN):
        return Refusal("1.6.1", "one_side", {"weapon": weapon.id})
    if weapon.flags & FLIPPED:
        return Refusal("1.6.1", "flipped_already", {"weapon": weapon.id})
    if unit.flags & MELEE:
        return Refusal("1.6.1", "in_melee", {"unit": unit.id})
    if unit.flags & SHAKEN and not (is_tripod(t) and weapon.flags & TRIPOD):
        return Refusal("1.6.1" if is_tripod(t) else "1.6.5", "not_good_order", {"unit": unit.id})
    return None


def flip(d: Draft, weapon: int) -> None:
    """1.6.1: the other side is up."""
    up = d.weapons[weapon].flags & TRIPOD
    d.emit(ev.WeaponChanged(weapon, FLIPPED | (0 if up else TRIPOD), up))


class Flipping(RallyChoice):
    """1.6.1, 1.6.5, 3.0: assemble or dismantle a weapon, free of charge."""

    command = Flip
    idle = True

    def candidates(self, game: Game, s: Position, side: int) -> list[Command]:
        """Every two-sided weapon held."""
        return [
            Flip(s.units[w.carrier].id, w.id)
            for w in s.weapons
            if w.carrier != NOBODY and s.units[w.carrier].side == side and is_two_sided(game.weapon_types[w.type])
        ]

    def check(self, game: Game, s: Position, side: int, command: Flip) -> Refusal | None:
        """1.6.1: see `check_flip`; modes belong to impulses."""
        if command.mode:
            return Refusal("1.6.1", "no_such_mode", {"mode": command.mode})
        return check_flip(game, s, side, command)

    def answer(self, d: Draft, side: int, command: Flip) -> None:  # noqa: ARG002
        """The other side is up."""
        weapon = weapon_named(d, command.weapon)
        assert weapon is not None
        flip(d, weapon)


def repair_fails(game: Game) -> int:
    """1.6.2: highest face that jams the weapon for good: 1, on a map with Sand 2."""
    return 2 if any(t.key == "sand" for t in game.board.terrain) else 1


class Repairing(RallyChoice):
    """1.6.2: clear a jammed weapon with a die."""

    command = Repair

    def candidates(self, game: Game, s: Position, side: int) -> list[Command]:  # noqa: ARG002
        """Every jammed weapon held."""
        return [
            Repair(s.units[w.carrier].id, w.id)
            for w in s.weapons
            if w.flags & JAMMED and w.carrier != NOBODY and s.units[w.carrier].side == side
        ]

    def check(self, game: Game, s: Position, side: int, command: Repair) -> Refusal | None:
        """1.6.2: by its Good Order holder; one roll decides for good (Q-222)."""
        refusal = check_holds(game, s, side, command.unit, command.weapon, good_order=False)
        if refusal is not None:
            return refusal
        if s.units[s.ids[command.unit]].flags & SHAKEN:
            return Refusal("1.6.2", "not_good_order", {"unit": command.unit})
        weapon = s.weapons[weapon_named(s, command.weapon) or 0]
        if not weapon.flags & JAMMED:
            return Refusal("1.6.2", "not_jammed", {"weapon": weapon.id})
        if weapon.flags & BROKEN:
            return Refusal("1.6.2", "jammed_for_good", {"weapon": weapon.id})
        return None

    def answer(self, d: Draft, side: int, command: Repair) -> None:
        """1.6.2: 1 (with Sand 1 or 2) is the end of it, anything else clears the jam."""
        weapon = weapon_named(d, command.weapon)
        assert weapon is not None
        unit = d.ids[command.unit]
        (die,) = d.roll(1, "random", side, subject=unit)
        broken = die <= repair_fails(d.game)
        d.emit(ev.Resolved("repair", side, d.units[unit].at, (), "broken" if broken else "repaired", unit))
        d.emit(ev.WeaponChanged(weapon, BROKEN) if broken else ev.WeaponChanged(weapon, 0, JAMMED))

"""5.0, 5.2: who fires together. A group is built unit by unit, in ascending order, then opens fire."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from lnlt.core.draft import Draft
from lnlt.core.flags import OPS_COMPLETE
from lnlt.core.frames import Command, Question
from lnlt.core.game import Game
from lnlt.core.state import NOBODY, Position
from lnlt.core.tally import Refusal
from lnlt.rules.ch05_fire.attack import Attack
from lnlt.rules.ch05_fire.firepower import Firer, ifp_reach
from lnlt.rules.ch05_fire.firers import (
    Choice,
    check_firer,
    check_ready,
    choices,
    has_shot,
    lends,
    may_aid,
    sets_alone,
    still_aiding,
)
from lnlt.rules.ch05_fire.first import fires_first
from lnlt.rules.ch05_fire.special import ONLY
from lnlt.rules.ch05_fire.target import check_target
from lnlt.rules.facts.callers import note_caller
from lnlt.rules.facts.firing_occasion import lend, occasion_of
from lnlt.rules.facts.leaders import is_leader
from lnlt.rules.facts.mounts import check_mounted_weapon
from lnlt.rules.facts.movement_modes import may_assault_fire
from lnlt.rules.facts.units import same_command
from lnlt.rules.facts.weapons import counted, fire_distance, goes_along, keeps_ifp, too_far, why_silent


class AddFirer(Command, frozen=True, gc=False):
    """Take a unit into the firing group, with the Support Weapons it fires."""

    unit: str
    weapons: tuple[str, ...] = ()
    """Its own, or one of another Single-Man Counter that it helps to crew (1.6)."""
    ifp: bool = True
    """False: it fires only its weapons, although it could add its Inherent Firepower."""


class OpenFire(Command, frozen=True, gc=False):
    """The group is complete: fire, this unit leading."""

    lead: str


class FireGroup(Question, frozen=True, gc=False, kw_only=True):
    """5.2: which units of a location fire together, and which leads."""

    RULE: ClassVar[str] = "5.2"
    ACCEPTS: ClassVar[tuple[type[Command], ...]] = (AddFirer, OpenFire)
    origin: int
    at: int
    opportunity: bool = False
    mode: str = ""
    """"assault_fire", or nothing special."""
    only: tuple[int, ...] = ()
    """If any: only these units may fire (Assault Movers who have just arrived)."""
    members: tuple[tuple[int, tuple[int, ...]], ...] = ()
    silent: tuple[int, ...] = ()
    """Members that do not add their Inherent Firepower although they could."""
    spotter: int = NOBODY
    """Unit next door that directs indirect Mortar fire (1.6.5)."""
    target: int = NOBODY
    """The vehicle fired at (17.2); NOBODY: everything else there."""

    def firers(self) -> list[Firer]:
        """The group as the sums of an attack know it."""
        weapons_only = self.mode in ("indirect", ONLY)
        return [Firer(u, w, not weapons_only and u not in self.silent) for u, w in self.members]

    def candidates(self, game: Game, s: Position) -> list[Command]:
        """Units with a higher number than those already in; then any of them to lead."""
        found: list[Command] = []
        distance = fire_distance(game, self.origin, self.at)
        last = self.members[-1][0] if self.members else -1
        for u in s.by_loc.get(self.origin, ()):
            unit = s.units[u]
            if u > last and unit.side == self.side and (not self.only or u in self.only or still_aiding(s, u)):
                if s.weapons:
                    for pick, ifp in choices(game, s, u, distance, self.at, self.opportunity, self.mode):
                        found.append(AddFirer(unit.id, tuple(s.weapons[w].id for w in pick), ifp))
                else:
                    found.append(AddFirer(unit.id))
        found.extend(OpenFire(s.units[u].id) for u, _ in self.members)
        return found

    def check(self, game: Game, s: Position, command: AddFirer | OpenFire) -> Refusal | None:
        """5.0, 5.2: what `AddFirer` and `OpenFire` need."""
        if type(command) is AddFirer:
            return self._check_add(game, s, command)
        assert type(command) is OpenFire
        lead = s.ids.get(command.lead)
        return self._check_lead(game, s, command.lead, lead)

    def _check_add(self, game: Game, s: Position, command: AddFirer) -> Refusal | None:
        unit = s.ids.get(command.unit)
        if unit is None or s.units[unit].at != self.origin or s.units[unit].side != self.side:
            return Refusal("5.2", "not_here", {"unit": command.unit, "at": game.board.loc_name(self.origin)})
        if self.members and unit <= self.members[-1][0]:
            return Refusal("5.2", "in_order", {"unit": command.unit})
        if self.only and unit not in self.only and not still_aiding(s, unit):
            return Refusal("4.0", "not_named", {"at": game.board.loc_name(self.origin)})
        refusal = check_firer(game, s, unit, self.origin, self.at, self.opportunity, self.mode)
        if refusal is not None:
            return refusal
        distance = fire_distance(game, self.origin, self.at)
        picked = named_weapons(s, self.origin, command.weapons)
        for w in picked or ():
            if self.target != NOBODY and game.weapon_types[s.weapons[w].type].to_hit:
                return Refusal("23.2.5", "not_on_the_dft", {"unit": command.unit, "weapon": s.weapons[w].id})
            refusal = check_mounted_weapon(game, s, s.units[unit], w)
            if refusal is not None:
                return refusal
        ways: list[Choice] = []
        if picked is None or still_aiding(s, unit):
            wrong = picked is None or bool(picked) or not command.ifp
        else:
            ways = choices(game, s, unit, distance, self.at, self.opportunity, self.mode)
            wrong = (picked, command.ifp) not in ways
        if wrong and self.mode == ONLY:
            refusal = check_target(game, s, self.side, self.origin, self.at)
            if refusal is not None:
                return refusal
        for w in picked or () if wrong else ():
            silent = why_silent(game, s, s.units[unit], w, distance, self.at, self.opportunity)
            if silent is not None:
                return silent
        if wrong or picked is None:
            rule = "1.6.5" if self.mode == "indirect" else "1.6"
            if picked and any(goes_along(game, s, w) for w in picked) and (picked, not command.ifp) in ways:
                rule = "23.2.2"  # grenades go with the unit's own firepower
            return Refusal(rule, "cannot_fire_weapons", {"unit": command.unit, "weapons": ", ".join(command.weapons)})
        if self.mode == "assault_fire":
            refusal = self._check_assault_fire(game, s, unit, picked, distance)
            if refusal is not None:
                return refusal
        if not picked and distance > ifp_reach(game, s, unit):
            if not lends(game, s, unit):
                if may_aid(game, s, unit):  # another Leader of the hex has lent his on this occasion
                    return Refusal("11.1.1", "one_leader", {"unit": command.unit})
                return too_far(game, self.origin, self.at, unit=command.unit)
            return self._check_aid(game, s, unit, distance)
        for u, weapons in self.members:
            if not weapons and is_leader(game, s, u) and not same_command(game, s.units[u], s.units[unit]):
                return Refusal("5.0.1", "not_his_men", {"unit": s.units[u].id})
        return self._check_crews(s, unit, picked)

    def _check_assault_fire(
        self, game: Game, s: Position, unit: int, picked: tuple[int, ...], distance: int
    ) -> Refusal | None:
        """6.1.1, 11.6: somebody who can use Assault Fire is in the group, or can still join it and fire."""
        members = (*self.members, (unit, picked))
        if any(fires_first(game, s, u, members) for u, _ in members):
            return None
        if any(
            fires_first(game, s, u, members)
            and has_shot(game, s, u, distance, self.at, self.opportunity, self.target != NOBODY)
            and check_firer(game, s, u, self.origin, self.at, self.opportunity, self.mode) is None
            for u in s.by_loc[self.origin]
            if u > unit
        ):
            return None
        crewing = any(may_assault_fire(game, s, u) for u, _ in members)
        rule = "11.6" if crewing else "6.1.1"
        return Refusal(rule, "no_assault_fire", {"at": game.board.loc_name(self.origin)})

    def _check_crews(self, s: Position, unit: int, picked: tuple[int, ...]) -> Refusal | None:
        """1.6: two Single-Man Counters crew one weapon together; its owner must still join and fire it."""
        owed = self.owed(s)
        if owed and (unit > owed[0] or (unit == owed[0] and owed[1] not in picked)):
            return Refusal("1.6", "owner_first", {"weapon": s.weapons[owed[1]].id})
        for w in picked:
            owner = s.weapons[w].carrier
            if sum(1 for _, fired in self.members if w in fired) > 1:
                return Refusal("1.6", "two_men", {"weapon": s.weapons[w].id})
            if owner == unit:
                continue
            if owner < unit and not any(u == owner and w in fired for u, fired in self.members):
                return Refusal("1.6", "owner_first", {"weapon": s.weapons[w].id})
            if owner > unit and self.only and owner not in self.only:
                return Refusal("1.6", "owner_first", {"weapon": s.weapons[w].id})
        return None

    def owed(self, s: Position) -> tuple[int, int] | None:
        """Owner and weapon that somebody helps to crew and whose owner has not joined yet."""
        inside = {u for u, _ in self.members}
        for _, fired in self.members:
            for w in fired:
                if s.weapons[w].carrier not in inside:
                    return s.weapons[w].carrier, w
        return None

    def _check_aid(self, game: Game, s: Position, leader: int, distance: int) -> Refusal | None:
        """11.1.1: one Leader adds his LM, and only to somebody's fire."""
        if any(is_leader(game, s, u) and not w for u, w in self.members):
            return Refusal("11.1.1", "one_leader", {"unit": s.units[leader].id})
        if not all(same_command(game, s.units[leader], s.units[u]) for u, _ in self.members):
            return Refusal("5.0.1", "not_his_men", {"unit": s.units[leader].id})
        owed = self.owed(s)
        if owed and leader >= owed[0]:
            return Refusal("1.6", "owner_first", {"weapon": s.weapons[owed[1]].id})
        if any(not is_leader(game, s, u) or w for u, w in self.members):
            return None
        for u in s.by_loc[self.origin]:
            if u > leader and s.units[u].side == self.side:
                if self.only and u not in self.only:
                    continue
                if not same_command(game, s.units[leader], s.units[u]):
                    continue
                if self.mode == ONLY and not sets_alone(game, s, u, distance, self.at, ONLY):
                    continue
                if has_shot(game, s, u, distance, self.at, self.opportunity, self.target != NOBODY):
                    if check_ready(game, s, u, self.opportunity, self.at) is None:
                        return None
        return Refusal("5.0.1", "nobody_to_aid", {"unit": s.units[leader].id})

    def _check_lead(self, game: Game, s: Position, name: str, lead: int | None) -> Refusal | None:
        """5.2, P-2: an MMC leads; a Single-Man Counter only where no MMC fires; an aiding Leader never."""
        chosen = dict(self.members)
        if lead is None or lead not in chosen:
            return Refusal("5.2", "lead_not_in_group", {"unit": name})
        owed = self.owed(s)
        if owed:
            return Refusal("1.6", "owner_first", {"weapon": s.weapons[owed[1]].id})
        if is_leader(game, s, lead) and not chosen[lead]:
            return Refusal("5.2", "leader_does_not_fire", {"unit": name})
        if self.mode == "assault_fire" and not any(fires_first(game, s, u, self.members) for u, _ in self.members):
            return Refusal("6.1.1", "no_assault_fire", {"at": game.board.loc_name(self.origin)})
        if not game.types[s.units[lead].type].is_mmc and any(
            game.types[s.units[u].type].is_mmc for u, _ in self.members
        ):
            return Refusal("5.2", "mmc_leads", {"unit": name})
        return None

    def answer(self, d: Draft, command: AddFirer | OpenFire) -> None:
        """Grow the group, or fire."""
        if type(command) is AddFirer:
            unit = d.ids[command.unit]
            picked = named_weapons(d, self.origin, command.weapons)
            assert picked is not None
            silent = self.silent if command.ifp else (*self.silent, unit)
            d.push(replace(self, members=(*self.members, (unit, picked)), silent=silent))
            return
        assert type(command) is OpenFire
        for unit, weapons in self.members:
            if not weapons and is_leader(d.game, d, unit):
                lend(d, unit)
        if d.game.has_ordnance:
            self._note_gunners(d)
        if self.spotter != NOBODY:
            d.flag(self.spotter, OPS_COMPLETE)
            if is_leader(d.game, d, self.spotter):
                note_caller(d, self.spotter)
        d.push(
            Attack(
                side=self.side,
                origin=self.origin,
                at=self.at,
                lead=d.ids[command.lead],
                firers=self.members,
                mode=self.mode,
                silent=tuple(f.unit for f in self.firers() if not f.ifp),
                opportunity=self.opportunity,
                target=self.target,
            )
        )

    def _note_gunners(self, d: Draft) -> None:
        """1.6: remember what each unit has used, for the ordnance it may still fire on this occasion."""
        occasion = occasion_of(d)
        if occasion is not None:
            rows = tuple(
                (
                    f.unit,
                    counted(d.game, d, f.weapons),
                    f.ifp and keeps_ifp(d.game, d, kind_of_unit(d.game, d, f.unit), f.weapons),
                )
                for f in self.firers()
            )
            d.replace_enclosing(occasion, gunners=(*occasion.gunners, *rows))


def kind_of_unit(game: Game, s: Position, unit: int) -> str:
    """Kind of a unit."""
    return game.types[s.units[unit].type].kind


def named_weapons(s: Position, origin: int, names: tuple[str, ...]) -> tuple[int, ...] | None:
    """Numbers of weapons held in a location, by name and in ascending order; None if one is not held there."""
    if not names:
        return ()
    picked = [w for u in s.by_loc.get(origin, ()) for w in s.units[u].carries if s.weapons[w].id in names]
    return tuple(sorted(picked)) if len(picked) == len(set(names)) == len(names) else None

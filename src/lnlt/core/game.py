"""What stays the same during a game: board, types, sides, options, hooks. States refer to it by number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, Protocol

from lnlt.core.board import Board
from lnlt.core.catalog import Catalog, UnitType, WeaponType
from lnlt.core.frames import Frame
from lnlt.core.hooks import Hooks
from lnlt.core.module_data import sight_limit
from lnlt.core.setup import GameSetup, public_setup
from lnlt.core.state import Unit


class Ranges(dict[int, bytes]):
    """Rows of hex distances, worked out when first asked for; stated facts override the count."""

    def __init__(self, board: Board, facts: Mapping[tuple[int, int], int]) -> None:
        super().__init__()
        self._board = board
        self._facts = facts

    def __missing__(self, a: int) -> bytes:
        row = self._board.distances(a)
        changed = {b: n for (one, b), n in self._facts.items() if one == a}
        if changed:
            row = bytes(changed.get(b, n) for b, n in enumerate(row))
        self[a] = row
        return row


class Clear:
    """10.9: how far one sees at the most in the weather of a game, as rows and bits of hexes."""

    def __init__(self, limit: int, ranges: Ranges) -> None:
        self.limit = limit
        self._ranges = ranges
        self._bits: dict[int, int] = {}

    def reaches(self, a: int, b: int) -> bool:
        """Whether two locations are near enough."""
        return self._ranges[a >> 3][b >> 3] <= self.limit

    def near(self, hex_: int) -> int:
        """Bits of the hexes that are near enough to a hex."""
        found = self._bits.get(hex_)
        if found is None:
            row = self._ranges[hex_]
            found = self._bits[hex_] = sum(1 << i for i, distance in enumerate(row) if distance <= self.limit)
        return found

    def dim(self, hex_: int, verdicts: bytes, hidden: int) -> bytes:
        """A row of verdicts in which what is too far away is hidden."""
        row = self._ranges[hex_]
        return bytes(v if n <= self.limit else hidden for v, n in zip(verdicts, row))


class Seen(Protocol):
    """A state or a view: the units that are about, what was noted, and what is going on."""

    @property
    def units(self) -> Sequence[Unit]: ...
    @property
    def notes(self) -> Mapping[str, int]: ...
    @property
    def stack(self) -> Sequence[Frame]: ...


class _NoLines:
    """Stands for lines of sight nobody has asked for yet: no position has these markers."""

    obstacles = None


class Game:
    """The fixed context of a game. Never changed after it is built, shared by all its states."""

    def __init__(
        self,
        setup: GameSetup,
        board: Board,
        sight: Any,
        catalog: Catalog,
        types: tuple[UnitType, ...],
        weapon_types: tuple[WeaponType, ...],
        actions: Mapping[Any, Any],
        hooks: Hooks | None = None,
        answers: Mapping[Any, Any] | None = None,
        lone: Mapping[str, Any] | None = None,
        rally_actions: Mapping[Any, Any] | None = None,
        look_for_events: Callable[[Any], None] | None = None,
    ) -> None:
        self.setup = setup
        self.board = board
        self.sight = sight
        """Lines of sight of the board (chapter 10)."""
        self.catalog = catalog
        self.types = types
        self.type_index = {t.key: i for i, t in enumerate(types)}
        self.weapon_types = weapon_types
        self.weapon_type_index = {t.key: i for i, t in enumerate(weapon_types)}
        self.sides = setup.sides
        self.side_index = {s.id: i for i, s in enumerate(setup.sides)}
        self.options = frozenset(setup.options)
        self.actions = actions
        """What a side may do in an impulse, by kind of command (chapter 4)."""
        self.answers = answers or {}
        """What a side may do in a window of Opportunity Fire, by kind of command (5.3)."""
        self.rally_actions = rally_actions or {}
        """What a side may do in the Rally Phase, by kind of command (chapter 3)."""
        self.look_for_events = look_for_events if setup.events else None
        """What the engine calls before every step, with the draft; None in a game without Events (1.8)."""
        self.first_types = {u.id: self.type_index[u.type] for u in setup.units if u.type in self.type_index}
        """Type of each unit when the game began."""
        above: dict[str, set[int]] = {}
        for i, t in enumerate(types):
            for lower in t.reduces_to:
                above.setdefault(lower, set()).add(i)
        self.parents = {key: frozenset(found) for key, found in above.items()}
        """Types that are reduced to a type (5.1)."""
        self.lone: tuple[Any, ...] = tuple((lone or {}).get(t.fires_as) for t in types)
        """Per unit type how it fires on its own, if it does not fire with the group of its hex (1.7, 11.4)."""
        self.has_lone = any(self.lone)
        self.hooks = hooks or Hooks()
        self.turns = setup.turns
        index = board.index
        self.playable = frozenset(index[h] for h in setup.playable) or frozenset(range(board.size))
        """Hexes of the map that are used (22.0)."""
        self.los_facts: dict[tuple[int, int], tuple[str, int]] = {}
        for fact in setup.facts.los:
            a, b = board.loc(str(fact[0])), board.loc(str(fact[1]))
            count = int(fact[3]) if len(fact) == 4 else 0
            self.los_facts[a, b] = self.los_facts[b, a] = (str(fact[2]), count)
        facts: dict[tuple[int, int], int] = {}
        for one, two, hexes in setup.facts.distance:
            facts[index[one], index[two]] = facts[index[two], index[one]] = hexes
        self.ranges = Ranges(board, facts)
        """Range from one hex to every other: `ranges[a][b]` (5.0)."""
        limits = [sight_limit(setup.module, setup.weather, thermal) for thermal in (False, True)]
        self.clear_sight = tuple(Clear(limit, self.ranges) if limit else None for limit in limits)
        """How far eyes and thermal sights see in the weather, if that is limited (10.9)."""
        self.spotted_facts = frozenset(board.loc(h) for h in setup.facts.spotted)
        self.areas = {u.id: frozenset(index[h] for h in u.area) for u in setup.units if u.area}
        """Hexes a unit may be placed in, where the scenario limits them (11.4)."""
        self.hex_bits: list[int] = [
            sum(1 << j for j in (i, *near) if j >= 0) for i, near in enumerate(board.neighbours)
        ]
        """Per hex the bits of itself and its neighbours."""
        self._see_what_is_about()
        self._begin_memos()

        held = {g.id: g for g in setup.groups if g.held or g.secret}
        self.held_units = frozenset(name for g in held.values() for name in g.units)
        """Units that are not there before a paragraph brings them (22.0)."""
        load = {w for u in setup.units if u.id in self.held_units for w in u.carries}
        self.held_weapons = frozenset(name for g in held.values() for name in g.weapons) | load
        self.live_actions: tuple[Any, ...] = tuple(a for a in actions.values() if a.in_play(self))
        """Actions whose counters are in this game: only these are offered (chapter 4)."""
        self.live_answers: tuple[Any, ...] = tuple(a for a in self.answers.values() if a.in_play(self))
        """The same of the answers in a window of Opportunity Fire (5.3)."""

    def _see_what_is_about(self) -> None:
        """Who and what may come up: what nobody in this game can need is left aside."""
        setup, catalog, types, weapon_types = self.setup, self.catalog, self.types, self.weapon_types
        works = {work.partition(" ")[0] for group in setup.groups for work in group.works}
        self.mines = "mines" in works or any(m.kind == "mines" for m in setup.markers)
        """Whether Mines may lie about (21.4)."""
        self.trenches = "trench" in works or any(m.kind == "trench" for m in setup.markers)
        """Whether there may be Trenches (21.6)."""
        self.barricades = "barricade" in works or any(m.kind == "barricade" for m in setup.markers)
        """Whether there may be Barricades (21.5)."""
        self.mounted = any(t.kind.startswith("mounted") for t in types)
        """Whether Mounted Units are about (6.6)."""
        self.hit_and_run = self.mounted or any("hit_and_run" in t.abilities for t in types)
        """Whether somebody is capable of Hit & Run (6.7)."""
        nations = {t.nation for t in types} | {s.nation for s in setup.sides}
        self.ambush = (
            not self.hooks.empty
            or any("ambush" in t.abilities for t in types)
            or any(n in catalog.nations and catalog.nations[n].ambush for n in nations)
        )
        """Whether somebody may be capable of an Ambush (8.4)."""
        self.special_terrain = tuple(
            t.nation if t.nation in catalog.nations and catalog.nations[t.nation].terrain else "" for t in types
        )
        """Per unit type the nation whose own terrain values it uses (13.0)."""
        self.holds = tuple(t.is_mmc or t.kind == "hero" for t in types)
        """Per unit type whether it controls what it occupies (22.1)."""
        kinds = {t.kind for t in types}
        self.has_helicopters = "helicopter" in kinds
        """Whether helicopters are about (19.2)."""
        self.has_vehicles = "vehicle" in kinds or self.has_helicopters
        """Whether vehicles are about (15.0), or helicopters, which much is the same for."""
        self.has_ordnance = any(t.to_hit or t.guns for t in types) or any(t.to_hit for t in weapon_types)
        """Whether somebody fires on the Ordnance Fire Table (14.0)."""
        self.night = setup.night
        """The night, if the battle is fought in one (20.0)."""
        traits = frozenset(a for t in weapon_types for a in t.abilities)
        self.grenades = bool(traits & {"with_ifp", "no_load"})
        """Whether there are weapons that are carried or fired beside all others (23.2.2)."""
        self.claymores = any(t.kind == "claymore" for t in weapon_types) or any(
            m.kind == "claymore" for m in setup.markers
        )
        """Whether Claymores may be about (23.2.1)."""
        self.boats = any(t.kind == "rubber_boat" for t in weapon_types)
        """Whether Rubber Boats are about (23.3.1)."""
        self.heavy = "no_lone_smc" in traits
        """Whether there are weapons that one man does not carry (23.1.5)."""
        self.has_advisors = "advisor" in kinds
        """Whether Advisors are about (11.9)."""
        self.has_healers = bool(kinds & {"medic", "corpsman", "nurse"})
        self.has_commissars = bool(kinds & {"commissar", "political_officer"})
        """Whether Medics, Corpsmen or Nurses (11.3, 11.10) and Commissars (11.7.1) are about."""
        self.has_aircraft = bool(setup.airstrikes)
        """Whether a side has airstrikes (19.1)."""
        self.has_snipers = "sniper" in kinds
        """Whether Snipers are about (11.4)."""
        self.far_ralliers = "piper" in kinds or any(
            "charismatic" in (*u.skills, *types[self.type_index[u.type]].skills) for u in setup.units
        )
        """Whether somebody may rally units next door (11.11, 12.0)."""
        self.has_scouts = "scout" in kinds
        """Whether Scouts are about (11.6)."""

    def _begin_memos(self) -> None:
        """What chapters remember, none of which changes an answer."""
        self.offered: tuple[Any, tuple[Any, ...]] = (None, ())
        """Memo of the engine: the state asked about last and the commands it allows."""
        self.step_costs: dict[tuple[int, str, bool, int], dict[int, int]] = {}
        """Memo of chapter 6: per kind of mover the cost of steps by what is printed."""
        self.abilities: dict[int, frozenset[str]] = {}
        """Memo of chapter 6: per unit type its abilities without Skills."""
        self.light: tuple[Any, int] = (None, 0)
        """Memo of chapter 20: the markers asked about last and bits of the hexes they light."""
        self.reaches: list[int | None] = [None] * len(self.types)
        """Memo of chapter 5: per unit type how far its Inherent Firepower reaches, unwounded and without Skills."""
        self.near: dict[int, tuple[int, ...]] = {}
        """Memo of chapter 10: adjacent locations."""
        self.hex_classes: dict[int, int] = {}
        """Memo of chapter 10: how spotting sees a hex without counters on it."""
        self.lines: Any = _NoLines()
        """Memo of chapter 10: lines of sight for the counters asked about last; `layouts` keeps more of them."""
        self.layouts: dict[Any, Any] = {}
        self.watches: list[Any] = [None] * len(self.sides)
        """Memo of chapter 10: per side what it could still spot, in the position asked about last."""
        self.around: dict[int, tuple[int, ...]] = {}
        """Memo of chapter 4: every location of a hex and of its neighbours."""
        self.edges: dict[str, tuple[int, ...]] = {}
        """Memo of chapter 22: hexes of the playable area along each edge of the map."""
        self.next_locs: dict[int, tuple[int, ...]] = {}
        """Memo of chapter 6: locations a step away."""

    def own(self) -> Game:
        """The same game with memos of its own about the last position: for one of many played side by side."""
        other = copy(self)
        other.watches = [None] * len(self.watches)
        return other

    def public(self, seen: Seen | None = None) -> Game:
        """The same game without what is secret: for players that look ahead (22.0).

        With a state or view: what was revealed by then is no secret, nor a paragraph that is being read.
        """
        other = copy(self)
        if seen is None:
            other.setup = public_setup(self.setup)
        else:
            read = {getattr(frame, "paragraph", "") for frame in seen.stack}
            other.setup = public_setup(self.setup, {u.id for u in seen.units}, seen.notes, read)
        return other

    def side_name(self, side: int) -> str:
        """Id of a side, or nobody."""
        return self.sides[side].id if side >= 0 else "nobody"

    def distance(self, a: int, b: int) -> int:
        """Range between two hexes, as stated by the setup or counted (5.0)."""
        return self.ranges[a][b]

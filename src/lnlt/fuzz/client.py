"""What somebody at the browser table can press: the client's own logic (`web/src`), on the answers of the server.

Where the client hides an order, leaves it to the map, or does something else than give what the button says, so does
this: `Choices`, `choose`, `setOut`, `aim`, `StackMenu` with `bundled`, `ReachView`, `TargetsView`, `onward`, `turnsOf`,
`Tray`, `Pilot`, `Air` and the clicks on the map are followed one by one, under nearly the same names. What comes with
guns, vehicles, night and aircraft (`armour`, `sky`) counts as loaded where the battle asks for it.

Questions go to `lnlt.server.answers` as the client's do, without HTTP; the decision has been JSON on its way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from lnlt import engine, words
from lnlt.core.errors import LnltError
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.fuzz.errors import need
from lnlt.fuzz.flows import (
    IDLE,
    Aiming,
    Confirm,
    Flow,
    Given,
    Going,
    Idle,
    Line,
    Orders,
    Pick,
    Placing,
    Press,
    Stack,
    Turn,
    Turns,
    back_of,
    best_reach,
    best_target,
    bundled,
    hex_of,
    item_at,
    key_of,
    now,
    same,
    sets_of,
    toggled,
)
from lnlt.rules.facts.kits import is_helicopter, place_of
from lnlt.server import answers, messages, shapes, standing
from lnlt.server.lens import Lens
from lnlt.server.pieces import gear, public, seen, whereabouts
from lnlt.server.problems import ApiProblem
from lnlt.server.sky import flight

FLY = "fly"
AIMED = ("fire", "light")
"""Groups of orders whose chances are looked at first."""
WISHES = ("never", "open", "within")
"""Ways of standing orders that answer."""
LAID = 2
"""Items of a menu that are laid out; more of a kind are one button and a choice of the place."""


class Seat:
    """The client of the side that is asked, in one position."""

    def __init__(self, game: Game, state: State, lens: Lens) -> None:
        side = engine.decider(state)
        assert side is not None
        self.game, self.side, self.true = game, side, state
        picture = lens.look(state, side)
        s = self.state = picture.s
        self.public = public(game, s)
        wire = msgspec.json.encode(lens.decision(picture, (side,)))
        self.decision = msgspec.json.decode(wire, type=shapes.Decision)
        self.asked = 0
        """Questions asked so far."""
        places = {u.id: place_of(s, i) if not whereabouts(s, i) else -1 for i, u in enumerate(s.units)}
        self.at = {unit: game.board.loc_name(at) if at >= 0 else "" for unit, at in places.items()}
        self.own = {u.id for u in s.units if u.side == side}
        self.armour = any(gear(game, u) is not None for u in s.units) or any(words.mark_way(m) >= 0 for m in s.markers)
        self.sky = (
            game.night is not None
            or bool(game.setup.airstrikes)
            or any(is_helicopter(game, u) for u in s.units)
            or any(words.mark_about(m)[0] for m in s.markers)
        )
        self.waiting: dict[str, list[shapes.Option]] = {}
        for option in self.decision.options:
            if option.at and self.at.get(option.unit) == "":
                self.waiting.setdefault(option.unit, []).append(option)
        self.entering = {o.unit for o in self.decision.options if o.kind == "add_mover" and self.at.get(o.unit) == ""}
        self._menus: dict[str, shapes.Menu] = {}
        self._cockpit: tuple[shapes.MenuItem, ...] | None = None

    # Questions

    def ask(self, what: str, **about: Any) -> messages.Reply:
        """Ask the server; what the client asks, the server answers."""
        self.asked += 1
        question = messages.Ask(id=self.asked, what=what, **about)
        try:
            return now(answers.about(self.public, self.state, question))
        except ApiProblem as problem:
            raise LnltError(f"the server does not answer {question}: {problem}", "table") from None

    def menu(self, at: str) -> shapes.Menu:
        """What the stack in a place may do; the same however often it is asked."""
        if at not in self._menus:
            found = self.ask("menu", at=at, side=self.side).menu
            assert found is not None
            self._menus[at] = found
        return self._menus[at]

    @property
    def cockpit(self) -> tuple[shapes.MenuItem, ...]:
        """`Pilot`: what the helicopter whose impulse it is may do."""
        if self._cockpit is None:
            flies = self.sky and self.decision.question == "flight_action" and self.decision.focus
            self._cockpit = self.menu(self.decision.focus[0]).items if flies else ()
        return self._cockpit

    # Flows

    def opening(self) -> Flow:
        """What is on screen when the question comes: the list, or in the middle of a move where it can go on to."""
        if not any(o.group == "move" and o.at and not o.origin and not o.unit for o in self.decision.options):
            return IDLE
        reach = self.ask("reach").reach
        if reach is None or not reach.hexes:
            return IDLE
        return Going(None, IDLE, reach.mode, (), msgspec.structs.replace(reach, modes=()))

    def presses(self, flow: Flow) -> list[Press]:
        """Everything that can be pressed."""
        found = [*self._panel(flow), *self._compass(flow), *self._map(flow)]
        if not isinstance(flow, Idle) and not (isinstance(flow, Going) and flow.onward and not flow.at):
            found.append(Press("Back", partial(back_of, flow), "back"))
        return found

    def _panel(self, flow: Flow) -> Iterator[Press]:
        """The panel beside the map: `Deciding`."""
        enters = isinstance(flow, Going) and flow.enters
        if isinstance(flow, Idle | Placing) or enters:
            yield from self._tray(flow)
        if self.sky:
            yield from self._air(flow)
        if isinstance(flow, Idle):
            yield from self._choices()
            yield from self._silence()
        elif isinstance(flow, Placing):
            for option in self.decision.options:
                if option.unit == flow.unit:
                    yield self._button(option, flow)
        elif isinstance(flow, Stack):
            yield from self._stack(flow)
        elif isinstance(flow, Pick):
            names = [item_at(item) for item in flow.items]
            need(len(set(names)) == len(names), f"buttons that look the same: {names}")
            for item in flow.items:
                yield Press(f"{item.text}: {item_at(item)}", partial(self.item, item, flow))
        elif isinstance(flow, Going):
            yield from self._going(flow)
        elif isinstance(flow, Aiming):
            yield from self._aiming(flow)
        elif isinstance(flow, Confirm):
            yield Press("Confirm", partial(Given, flow.do), "order")
        elif isinstance(flow, Turn):
            for number, turns in enumerate(flow.sets if len(flow.sets) > 1 else ()):
                yield Press(f"set {turns.title}", partial(flow._replace, chosen=number), "mode")

    # The list

    def _choices(self) -> Iterator[Press]:
        """`Choices`: all options but those that have a place of their own."""
        options = self.decision.options
        named = [o for o in options if o.primary]
        first = named[0] if len(named) == 1 else options[0] if len(options) == 1 else None
        if first is not None and first.passes and any(not o.passes for o in options):
            first = None
        compass = self.turn_set() is not None
        for option in options:
            if option is not first and not option.passes:
                if option.unit in self.waiting or option.unit in self.entering:
                    continue
                if option.turn and self.armour and (option.at or compass):
                    continue
                if self.sky and self._shown_apart(option):
                    continue
            yield self._button(option, IDLE)

    def _shown_apart(self, option: shapes.Option) -> bool:
        """`shows`: lines of aircraft, and what a helicopter does in its impulse."""
        return bool(option.path) or (option.kind != "end_flight" and bool(self.cockpit))

    def _button(self, option: shapes.Option, flow: Flow) -> Press:
        return Press(option.text, partial(self.choose, option, flow), "order")

    def choose(self, option: shapes.Option, flow: Flow) -> Flow | Given:
        """A button of the list was pressed."""
        if option.group in AIMED and self.decision.card is None:
            return self.aim(option, (option.do,), flow)
        if option.kind == "begin_move":
            return self.set_out(option)
        return Given((option.do,))

    def set_out(self, option: shapes.Option) -> Flow | Given:
        """`setOut`: the first way to move of the stack's menu."""
        stack = self.select(option.origin)
        item = next((i for i in stack.menu.items if (i.group, i.next, i.refusal) == ("move", "reach", "")), None)
        return self.item(item, stack) if item is not None else Given((option.do,))

    def aim(self, option: shapes.Option, order: Orders, flow: Flow) -> Flow | Given:
        """`aim`: the sums of an order to fire, before it is given."""
        shot = self._shot(option, order)
        if shot is None:
            return Given(order)
        need(option.do in shot, f"pressed {option.text!r}, but about to give {shot}")
        return Confirm(flow, shot, option.at)

    def _shot(self, option: shapes.Option, order: Orders) -> Orders | None:
        if option.origin:
            mode = option.do.get("mode", option.kind)
            targets = self.ask("targets", at=option.origin, mode=mode).targets or ()
            found = next((t for t in targets if option.do in t.do), None)
            if found is not None:
                return found.do
        return order if self.ask("card", do=order).card is not None else None

    def _silence(self) -> Iterator[Press]:
        """Windows: let the whole move pass, or leave standing orders."""
        if not self.decision.window:
            return
        if sum(option.passes for option in self.decision.options) == 1:
            yield Press("hush", self._hush, "order")
        for mode in WISHES:
            yield Press(f"standing orders: {mode}", partial(self._orders, mode), "wish")

    def _hush(self) -> Given:
        command = standing.hush(self.game, self.true, self.side)
        assert command is not None
        return Given((msgspec.to_builtins(command),))

    def _orders(self, mode: str) -> Given:
        wish = messages.Standing(side=self.side, mode=mode, hexes=3, least=0.2)
        s = seen(self.true, self.side)
        commands = now(standing.answer(public(self.game, s), s, wish))
        return Given(tuple(msgspec.to_builtins(command) for command in commands))

    # Units off the map

    def _tray(self, flow: Flow) -> Iterator[Press]:
        """`Tray`: who waits is placed, or picked to enter together."""
        units = flow.units if isinstance(flow, Going) else ()
        mode = flow.mode if isinstance(flow, Going) else "normal"
        for unit in self.at:
            if unit in self.decision.picked:
                continue
            if unit in self.entering:
                picks = tuple(one for one in units if one != unit) if unit in units else (*units, unit)
                yield Press(f"tray {unit}", partial(self.enter, picks, mode), "who")
            elif unit in self.waiting:
                yield Press(f"tray {unit}", partial(Placing, unit))

    def enter(self, units: tuple[str, ...], mode: str) -> Flow:
        """Units are picked to enter the map together."""
        if not units:
            return IDLE
        reach = self.ask("reach", units=units, mode=mode).reach
        return Going(None, IDLE, mode, units, reach, enters=True) if reach is not None else IDLE

    # A stack

    def select(self, place: str) -> Stack:
        """A stack is chosen."""
        if "/" not in place:
            floors = {at for unit, at in self.at.items() if unit in self.own and at and same(at, place)}
            place = min(sorted(floors), key=len, default=place)
        return Stack(place, self.menu(place))

    def _stack(self, flow: Stack) -> Iterator[Press]:
        """`StackMenu`: what the units of a place may do."""
        items = [item for item in flow.menu.items if not item.refusal]
        groups: dict[str, list[shapes.MenuItem]] = {key: [] for key, _ in flow.menu.groups}
        for item in items:
            groups.setdefault(item.group if item.group in groups else "", []).append(item)
        for group in groups.values():
            for bundle in bundled(group):
                if len(bundle) > LAID or (bundle[0].options and bundle[0].options[0].turn):
                    yield Press(f"{bundle[0].text} and {len(bundle) - 1} more", partial(self._bundle, bundle, flow))
                else:
                    for item in bundle:
                        yield Press(item.text, partial(self.item, item, flow))
        if not items:
            for option in self.decision.options:
                here = same(self.at.get(option.unit, ""), flow.place) if self.at.get(option.unit) else False
                if here or any(at and same(at, flow.place) for at in (option.origin, option.at)):
                    yield self._button(option, flow)

    def _bundle(self, items: tuple[shapes.MenuItem, ...], flow: Stack) -> Flow:
        if items[0].options[0].turn and self.armour:
            return Turn(flow, sets_of(((item.options[0], item.do) for item in items), lambda _: flow.place))
        return Pick(flow, items)

    def item(self, item: shapes.MenuItem, flow: Flow) -> Flow | Given:
        """An item of a menu was pressed."""
        if item.next == "reach":
            return self.reach(item, item.mode, (), flow)
        if item.next == "targets":
            return self.targets(item, (), flow)
        if item.card is not None:
            return Confirm(flow, item.do, "")
        if item.group in AIMED:
            return self.aim(item.options[0], item.do, flow)
        need(item.do, f"an item that does nothing: {item.key}")
        return Given(item.do)

    # Where to

    def reach(self, item: shapes.MenuItem, mode: str, units: tuple[str, ...], flow: Flow) -> Flow:
        """Where units of an item can go; some of them, or all."""
        reach = self.ask("reach", at=_place(flow), units=units or item.units, mode=mode).reach
        if reach is None:
            return flow
        told = bool(reach.hexes or reach.refusal)
        need(told or units, f"{item.key!r} of {item.units} leads nowhere, without a reason")
        return Going(item, flow, mode, units, reach)

    def _going(self, flow: Going) -> Iterator[Press]:
        """`ReachView`: the places that can be reached, the way to the one that is chosen, who and how."""
        if len(flow.reach.modes) > 1:
            for mode, title in flow.reach.modes:
                yield Press(f"mode {title}", partial(self._other_way, flow, mode), "mode")
        everybody = flow.item.units if flow.item is not None else ()
        if flow.item is not None and len(everybody) > 1:
            for unit in everybody:
                units = toggled(flow.units, everybody, unit)
                yield Press(f"who {unit}", partial(self.reach, flow.item, flow.mode, units, flow.back), "who")
        chosen = best_reach(flow.reach, flow.at) if flow.at else None
        if chosen is not None:
            yield Press(f"go to {chosen.at}", partial(Given, chosen.do), "order")
            if chosen.do[-1]["do"] == "stop_move":
                yield Press(f"go to {chosen.at}, decide there", partial(Given, chosen.do[:-1]), "order")
        if not flow.reach.hexes and isinstance(flow.back, Stack):
            for option in self.decision.options:
                if option.kind == "begin_move" and option.origin == flow.back.place:
                    yield Press(option.text, partial(Given, (option.do,)), "order")
        for hex_ in flow.reach.hexes:
            yield Press(hex_.at, partial(flow._replace, at=hex_.at), "hex")
        if flow.onward:
            yield from self._choices()

    def _other_way(self, flow: Going, mode: str) -> Flow:
        if flow.item is None:
            return self.enter(flow.units, mode)
        return self.reach(flow.item, mode, (), flow.back)

    # At whom

    def targets(self, item: shapes.MenuItem, units: tuple[str, ...], flow: Flow) -> Flow:
        """Whom a stack can fire at: with the best group, or with these units."""
        found = self.ask("targets", at=_place(flow), units=units or item.units, mode=item.mode).targets or ()
        need(found or units, f"{item.key!r} has no target")
        return Aiming(item, flow, units, found)

    def _aiming(self, flow: Aiming) -> Iterator[Press]:
        """`TargetsView`: the targets, who fires, ways to fire at one."""
        chosen = best_target(flow.targets, flow.at) if flow.at else None
        here = tuple(unit for unit, at in self.at.items() if at == _place(flow.back) and unit in self.own)
        everybody = flow.item.units or here
        units = flow.units or (chosen.firers if chosen is not None else ())
        if len(everybody) > 1:
            for unit in everybody:
                fewer = toggled(units, everybody, unit)
                yield Press(f"who {unit}", partial(self.targets, flow.item, fewer, flow.back), "who")
        keys = [key_of(target) for target in flow.targets]
        need(len(set(keys)) == len(keys), f"targets that cannot be told apart: {keys}")
        for key in keys:
            yield Press(f"at {key}", partial(flow._replace, at=key), "hex")
        if chosen is not None:
            yield Press(f"fire at {chosen.at}", partial(Given, chosen.do), "order")
            names = [way.text for way in chosen.ways]
            need(len(set(names)) == len(names), f"ways to fire that look the same: {names}")
            for way in chosen.ways:
                yield Press(f"way {way.text}", partial(self._way, flow, chosen, way), "mode")

    def _way(self, flow: Aiming, target: shapes.Target, way: shapes.Way) -> Flow:
        card = self.ask("card", do=way.do).card
        if card is None:
            return flow
        other = msgspec.structs.replace(target, do=way.do, card=card)
        return flow._replace(targets=tuple(other if t is target else t for t in flow.targets))

    # Directions, aircraft

    def _compass(self, flow: Flow) -> Iterator[Press]:
        """`turnsOf`: directions that can be chosen right now."""
        if not self.armour:
            return
        orders: tuple[Orders, ...] = ()
        if isinstance(flow, Turn):
            orders = flow.sets[flow.chosen].orders if flow.sets else ()
        elif isinstance(flow, Going) and flow.at:
            chosen = best_reach(flow.reach, flow.at)
            orders = tuple(facing.do for facing in chosen.facings) if chosen is not None else ()
        elif isinstance(flow, Idle | Going):
            turns = self.turn_set()
            orders = turns.orders if turns is not None else ()
        for do in orders:
            yield Press(f"direction {do[-1]}", partial(Given, do), "order")

    def turn_set(self) -> Turns | None:
        """The directions of the question, if they are those of one order only."""
        focus = self.decision.focus[0] if self.decision.focus else ""
        ways = ((option, (option.do,)) for option in self.decision.options)
        sets = sets_of(ways, lambda option: option.at or self.at.get(option.unit, "") or focus)
        return sets[0] if len(sets) == 1 and sets[0].place else None

    def hidden(self) -> list[shapes.Option]:
        """Directions that no list has, no compass and no hex that is clicked."""
        if not self.armour:
            return []
        turns = [option for option in self.decision.options if option.turn]
        if self.turn_set() is not None:
            return [option for option in turns if option.bearing < 0]
        return [o for o in turns if o.at and o.unit not in self.waiting and (o.unit in self.at or o.bearing < 0)]

    def _air(self, flow: Flow) -> Iterator[Press]:
        """`Air`: lines of an aircraft; `Pilot`: what a helicopter may do."""
        if flight(self.game, self.state) is not None if self.game.setup.airstrikes else False:
            lines = tuple(option for option in self.decision.options if option.path)
            if isinstance(flow, Idle):
                for line in lines:
                    alike = tuple(one for one in lines if one.at == line.at)
                    yield Press(f"line {line.path[:2]}", partial(Line, alike, alike.index(line)))
            elif isinstance(flow, Line):
                for number in range(len(flow.lines)):
                    yield Press(f"line {number}", partial(flow._replace, chosen=number), "mode")
                yield Press("fly this line", partial(Given, (flow.lines[flow.chosen].do,)), "order")
            return
        if isinstance(flow, Idle) or (isinstance(flow, Going) and isinstance(flow.back, Idle) and not flow.at):
            flies = any(option.kind == "fly_to" for option in self.decision.options)
            for item in self.cockpit:
                if not item.refusal and item.group != "end" and not (flies and item.next == "reach"):
                    yield Press(item.text, partial(self._pilot, item, flow))

    def _pilot(self, item: shapes.MenuItem, flow: Flow) -> Flow | Given:
        at = self.decision.focus[0]
        return self.item(item, Stack(at, shapes.Menu(at=at, items=self.cockpit)) if item.next else flow)

    # The map

    def _map(self, flow: Flow) -> Iterator[Press]:
        """Hexes where a click may do something: stacks of one's own, places of options, what is lit."""
        places = {hex_of(at) for unit, at in self.at.items() if unit in self.own and at}
        places.update(hex_of(option.at) for option in self.decision.options if option.at)
        if isinstance(flow, Going):
            places.update(hex_of(hex_.at) for hex_ in flow.reach.hexes)
        elif isinstance(flow, Aiming):
            places.update(hex_of(target.at) for target in flow.targets)
        elif isinstance(flow, Pick):
            places.update(hex_of(item_at(item)) for item in flow.items)
        for place in sorted(places):
            yield Press(f"click {place}", partial(self.click, flow, place), "hex")

    def click(self, flow: Flow, place: str) -> Flow | Given:
        """What a click on a hex does."""
        found: Flow | Given | None = self._click_turn(flow, place) if self.armour else None
        if found is None and self.sky:
            found = self._click_line(flow, place)
        if found is None:
            found = self._click_flow(flow, place)
        return self._click_place(flow, place) if found is None else found

    def _click_turn(self, flow: Flow, place: str) -> Flow | None:
        if not isinstance(flow, Placing | Idle):
            return None
        unit = flow.unit if isinstance(flow, Placing) else ""
        ways = [
            (option, (option.do,))
            for option in self.decision.options
            if option.turn and option.at and same(option.at, place)
            if (option.unit == unit if unit else option.unit not in self.at)
        ]
        sets = sets_of(ways, lambda _: place)
        return Turn(flow, sets) if sets else None

    def _click_line(self, flow: Flow, place: str) -> Flow | Given | None:
        lines = [option for option in self.decision.options if option.path]
        if not lines or not isinstance(flow, Idle | Line):
            return None
        if isinstance(flow, Line):
            on = next((n for n, line in enumerate(flow.lines) if place in line.path[1:]), -1)
            if on >= 0:
                return Given((flow.lines[on].do,)) if on == flow.chosen else flow._replace(chosen=on)
        alike = tuple(line for line in lines if line.at == place)
        return Line(alike, max(range(len(alike)), key=lambda n: len(alike[n].strikes))) if alike else None

    def _click_flow(self, flow: Flow, place: str) -> Flow | Given | None:
        """A click that means something for what is being chosen."""
        if isinstance(flow, Going):
            hex_ = best_reach(flow.reach, place)
            if hex_ is not None:
                return Given(hex_.do) if flow.at == hex_.at else flow._replace(at=hex_.at)
            if flow.enters:
                return flow
        if isinstance(flow, Aiming):
            target = best_target(flow.targets, place)
            chosen = best_target(flow.targets, flow.at) if flow.at else None
            if target is not None:
                if chosen is not None and chosen.at == target.at:
                    return Given(chosen.do)
                return flow._replace(at=key_of(target))
        pick = flow.back if isinstance(flow, Confirm) else flow
        if isinstance(pick, Pick):
            item = next((one for one in pick.items if same(item_at(one), place)), None)
            sure = isinstance(flow, Confirm) and same(flow.at, place)
            if item is not None and item.group in AIMED and not sure:
                return self.aim(item.options[0], item.do, pick)
            if item is not None:
                return Given(item.do)
        if isinstance(flow, Placing):
            for option in self.waiting.get(flow.unit, ()):
                if same(option.at, place):
                    return Given((option.do,))
        return None

    def _click_place(self, flow: Flow, place: str) -> Flow | Given:
        """A click on a stack, or on a place options point at."""
        if any(unit in self.own and at and same(at, place) for unit, at in self.at.items()):
            return self.select(place)
        here = [o for o in self.decision.options if o.at and same(o.at, place) and not (self.waiting and o.unit)]
        if len(here) == 1:
            return self.aim(here[0], (here[0].do,), flow) if here[0].group in AIMED else Given((here[0].do,))
        if here:
            return self.select(place)
        return flow if isinstance(flow, Going) and flow.enters else IDLE


def _place(flow: Flow) -> str:
    """Where the stack stands whose menu this came from."""
    return flow.menu.at if isinstance(flow, Stack) else ""

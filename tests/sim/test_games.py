"""One simulated game: what is counted in it, who was lucky, and what happens when it goes wrong."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import product

import pytest

from lnlt import engine
from lnlt.ai import RandomPlayer
from lnlt.ai.players import PLAYERS
from lnlt.core import events as ev
from lnlt.core.errors import LnltError
from lnlt.core.flags import ELIMINATED, JOINED
from lnlt.core.frames import Command
from lnlt.core.game import Game
from lnlt.core.view import View
from lnlt.sim import levels
from lnlt.sim.levels import Level, read_level, read_sides
from lnlt.sim.luck import HARM, HIGH_IS_GOOD, Meter, goodness, size
from lnlt.sim.play import play_game, strengths
from lnlt.sim.stats import spread

RANDOM = (Level("random"), Level("random"))


@pytest.fixture(scope="module")
def game() -> Game:
    """The church at the crossroads."""
    return engine.load("first-fight")


def test_the_same_number_is_the_same_game(game: Game) -> None:
    """A game follows from seed and number, whatever was played before; other numbers are other games."""
    one = play_game(game, RANDOM, 5, 3)
    play_game(game, RANDOM, 5, 4)
    assert play_game(game, RANDOM, 5, 3) == one
    assert play_game(game, RANDOM, 5, 4) != one
    assert play_game(game, RANDOM, 6, 3) != one


def test_what_is_counted_is_what_happened(game: Game) -> None:
    """Turns, decisions and losses agree with the game played by hand from the same seeds."""
    found = play_game(game, (Level("recruit"), Level("random")), 1, 2)
    players = [levels.make_player("recruit", "1-2-0"), levels.make_player("random", "1-2-1")]
    state = engine.begin(game, "1-2").state
    decisions = 0
    while (side := engine.decider(state)) is not None:
        command = players[side].choose(game.public(state), engine.view(state, side), engine.options(game, state))
        step = engine.submit(game, state, command)
        assert isinstance(step, engine.Step)
        state = step.state
        decisions += 1
    assert state.over is not None
    assert (found.winner, found.why, found.turns) == (state.over.winner, state.over.why, state.turn)
    assert found.decisions == decisions == state.seq
    start = strengths(game, engine.begin(game, "1-2").state)
    for side in (0, 1):
        dead = [u for u in state.units if u.side == side and u.flags & ELIMINATED and not u.flags & JOINED]
        assert found.men[side] == sum(game.types[u.type].is_smc for u in dead)
        alive = [u for u in state.units if u.side == side and not u.flags & ELIMINATED]
        squads = sum(size(game.types[u.type]) for u in alive if game.types[u.type].is_mmc)
        began = sum(size(t) for t in (game.types[game.first_types[u.id]] for u in game.setup.units
                                      if game.side_index[u.side] == side) if t.is_mmc)  # fmt: skip
        assert found.squads[side] == began - squads
        assert found.track[0].strength[side] <= start[side]
    assert [row.turn for row in found.track] == list(range(1, found.turns + 1))
    assert found.track[-1].ahead == found.winner
    assert sum(found.squads) > 0
    assert found.impulses >= found.turns


@pytest.mark.parametrize("purpose", sorted(HIGH_IS_GOOD))
@pytest.mark.parametrize("dice", [1, 2])
def test_rolls_are_average_on_average(purpose: str, dice: int) -> None:
    """Over all ways dice can fall every kind of roll is one half good."""
    found = [goodness(ev.Rolled(purpose, 0, faces)) for faces in product(range(1, 7), repeat=dice)]
    assert sum(x for x in found if x is not None) / len(found) == pytest.approx(0.5)


def test_direction_of_rolls_is_that_of_the_rules(game: Game) -> None:
    """Rolls that succeed were better on average than those that failed, for every kind that can be told."""
    good: dict[str, list[float]] = {}
    bad: dict[str, list[float]] = {}
    names = {"spot": "spot", "rally": "rally", "smoke": "smoke", "melee": "melee", "damage_check": "damage check"}
    player = levels.make_player("recruit", "x")
    for seed in range(6):
        state = engine.begin(game, f"d{seed}").state
        while (side := engine.decider(state)) is not None:
            command = player.choose(game.public(state), engine.view(state, side), engine.options(game, state))
            step = engine.submit(game, state, command)
            assert isinstance(step, engine.Step)
            last: dict[str, float] = {}
            for e in step.events:
                if isinstance(e, ev.Rolled) and (value := goodness(e)) is not None:
                    last[e.purpose] = value
                elif isinstance(e, ev.Resolved) and e.what in names and names[e.what] in last:
                    failed = e.outcome in ("failed", "none") if e.what != "damage_check" else e.outcome != "none"
                    (bad if failed else good).setdefault(e.what, []).append(last[names[e.what]])
            state = step.state
    checked = [w for w in names if len(good.get(w, ())) > 2 and len(bad.get(w, ())) > 2]
    assert len(checked) >= 3
    for what in checked:
        assert spread(good[what]).mean > spread(bad[what]).mean, what


def test_luck_is_nothing_on_average() -> None:
    """What was done is what the odds promised, up to chance, for both sides and in fights of every kind."""
    total: list[float] = []
    fights = 0
    for name in ("first-fight", "rejoining-the-regiment"):
        game = engine.load(name)
        found = [play_game(game, (Level("recruit"), Level("random")), 3, n).luck for n in range(12)]
        for luck in found:
            assert luck is not None
            fights += luck.fights
            total += [luck.done[0] - luck.expected[0], luck.done[1] - luck.expected[1]]
            assert luck.net == pytest.approx(luck.done[0] - luck.expected[0] - luck.done[1] + luck.expected[1])
            assert 0.1 < luck.dice(0) < 0.9
    assert fights > 60
    found_ = spread(total)
    assert abs(found_.mean) < 1.5 * (found_.high - found_.mean)
    assert found_.ninetieth > 0 > found_.tenth


def test_expected_harm_is_that_of_the_preview(game: Game) -> None:
    """The first fight of a game promises what the exact odds of the order say."""
    state = engine.begin(game, "p").state
    player = RandomPlayer("p")
    meter = Meter(game)
    while (side := engine.decider(state)) is not None:
        command = player.choose(game, engine.view(state, side), engine.options(game, state))
        step = engine.submit(game, state, command)
        assert isinstance(step, engine.Step)
        meter.saw(state, command, step.events, step.state)
        if meter.fights:
            break
        state = step.state
    found = engine.preview(game, state, [command])
    assert isinstance(found, engine.Preview)
    wanted = sum(
        size(game.types[state.units[state.ids[f.unit]].type]) * sum(s * float(f.chance(r)) for r, s in HARM.items())
        for f in found.fates
    )
    assert sum(meter.expected) == pytest.approx(wanted)
    assert wanted > 0


def test_a_shot_that_misses_is_a_fight() -> None:
    """Ordnance: harm is promised before the roll to hit, so that a miss counts as bad luck; vehicles count, too."""
    game = engine.load("the-eichenrode-gap")
    missed = destroyed = 0
    for number in range(3):
        state = engine.begin(game, f"m{number}").state
        players = [levels.make_player("recruit", f"{number}-{side}") for side in (0, 1)]
        meter = Meter(game)
        while (side := engine.decider(state)) is not None:
            command = players[side].choose(game.public(state), engine.view(state, side), engine.options(game, state))
            step = engine.submit(game, state, command)
            assert isinstance(step, engine.Step)
            before = sum(meter.expected), sum(meter.done)
            meter.saw(state, command, step.events, step.state)
            resolved = [e for e in step.events if isinstance(e, ev.Resolved)]
            if type(command).__name__ == "FireOrdnance" and [e.what for e in resolved] == ["to_hit"]:
                assert sum(meter.expected) > before[0]
                assert sum(meter.done) == before[1]
                missed += 1
            destroyed += any(e.outcome == "destroyed" for e in resolved) and sum(meter.done) >= before[1] + 1
            state = step.state
    assert missed > 5
    assert destroyed


class _Broken:
    """Plays until a decision, then does something it should not."""

    def __init__(self, what: str) -> None:
        self.what = what

    def choose(self, game: Game, view: View, options: Sequence[Command]) -> Command:  # noqa: ARG002
        """The first option, or trouble."""
        if view.seq >= 3:
            if self.what == "raise":
                raise ValueError("lost my way")
            if self.what == "sleep":
                time.sleep(5)
            return next(c(*[""] * len(c.__struct_fields__)) for c in engine.COMMANDS if c.__name__ == "Fire")
        return options[0]


@pytest.mark.parametrize(
    ("what", "said"), [("raise", "ValueError: lost my way"), ("illegal", "refused"), ("sleep", "no end after 0.2 s")]
)
def test_a_game_that_goes_wrong_says_so(game: Game, what: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception, an illegal command and a player that never answers end the game, not the run."""
    monkeypatch.setattr(levels, "make_player", lambda name, seed, nodes: _Broken(what))  # noqa: ARG005
    found = play_game(game, RANDOM, 1, 7, patience=0.2)
    assert said in found.failed
    assert found.n == 7
    assert found.decisions == 3
    assert found.stuck == (what == "sleep")
    assert ("Traceback" in found.trace) == (what != "sleep")


def test_a_game_without_end_is_given_up(game: Game) -> None:
    """After so many decisions a game counts as stuck."""
    found = play_game(game, RANDOM, 1, 0, limit=10)
    assert found.stuck
    assert "no end after 10 decisions" in found.failed


def test_levels_are_read_and_refused() -> None:
    """Names, budgets and mistakes in them."""
    assert read_sides("recruit, random") == (Level("recruit"), Level("random"))
    for text, said in (("nobody", ", ".join(PLAYERS)), ("recrut", "did you mean 'recruit'"), ("recruit:x", "budget")):
        with pytest.raises(LnltError, match=said):
            read_level(text)
    with pytest.raises(LnltError, match="two levels"):
        read_sides("recruit")
    assert str(read_level("veteran:20")) == "veteran:20"

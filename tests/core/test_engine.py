"""The engine: options, submit, why_not, lists of commands, explorations."""

from __future__ import annotations

import pytest

from helpers import (
    MISS,
    Activate,
    AddFirer,
    AddMover,
    BeginMove,
    Fire,
    OpFire,
    Pass,
    PassWindow,
    Scene,
    StepTo,
    StopMove,
    U,
)
from lnlt import engine
from lnlt.core import events as ev
from lnlt.core.dice import ScriptedDice
from lnlt.engine import CODEC, Refusal, Step


def quiet() -> Scene:
    """Two squads that cannot shoot at each other."""
    return Scene(U("a", "squad", "C3"), U("b", "squad", "D3"), U("x", "squad 0-0-4-5", "C7"))


def watched() -> Scene:
    """A squad whose steps a German squad may answer."""
    return Scene(U("a", "squad", "C3"), U("b", "squad", "A1"), U("x", "squad", "C7"), U("y", "squad 0-0-4-5", "H8"))


MOVE = [Activate("C3"), BeginMove("C3"), AddMover("a"), StepTo("C4"), StepTo("C5"), StopMove()]


def run(s: Scene, *commands: object, dice: ScriptedDice | None = None) -> Step:
    """Submit a list; it must be accepted."""
    step = engine.submit_all(s.game, s.state, commands, dice or ScriptedDice([]))  # type: ignore[arg-type]
    assert isinstance(step, Step)
    s.state, s.events = step.state, step.events
    return step


def test_options_are_what_check_allows() -> None:
    """Each option is allowed, and `submit` carries it out."""
    s = quiet()
    for command in s.options():
        assert engine.why_not(s.game, s.state, command) is None
        assert isinstance(engine.submit(s.game, s.state, command), Step)


def test_submit_leaves_the_state_alone() -> None:
    """A command makes a new state and does not touch the one it was given."""
    s = quiet()
    before = CODEC.digest(s.state)
    step = engine.submit(s.game, s.state, Activate("C3"))
    assert isinstance(step, Step)
    assert (CODEC.digest(s.state), step.state.seq) == (before, 1)


def test_refusal_changes_nothing() -> None:
    """A refused command gives a rule and a code, and no state."""
    s = quiet()
    refusal = engine.submit(s.game, s.state, Activate("C7"))
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.code) == ("4.0", "nobody_to_activate")


def test_wrong_side() -> None:
    """Only the side that is asked may answer."""
    s = quiet()
    refusal = engine.why_not(s.game, s.state, Pass(), by=1)
    assert refusal is not None
    assert (refusal.code, refusal.params) == ("not_your_decision", {"asked": "us", "by": "de"})
    assert engine.why_not(s.game, s.state, Pass(), by=0) is None


def test_wrong_command() -> None:
    """A command that does not answer the question is refused by the question's rule."""
    s = quiet()
    refusal = engine.why_not(s.game, s.state, StepTo("C4"))
    assert refusal is not None
    assert (refusal.code, refusal.params["command"]) == ("no_answer", "step_to")


@pytest.mark.parametrize("text", ["Q99", "", "C3/attic", "nonsense"])
def test_unknown_places(text: str) -> None:
    """A place that does not exist is refused, not an error."""
    s = quiet()
    assert s.code(Activate(text)) == "no_such_place"
    s.do(Activate("C3"), BeginMove("C3"), AddMover("a"))
    assert s.code(StepTo(text)) == "no_such_place"


def test_unknown_units() -> None:
    """A unit that does not exist is refused, not an error."""
    s = quiet().do(Activate("C3"), BeginMove("C3"))
    assert s.code(AddMover("nobody")) == "not_here"


def test_game_over() -> None:
    """A finished game asks nothing, offers nothing and refuses everything."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad 0-0-4-5", "C7"), turns=1, pause=False).do(Pass(), Pass(), Pass())
    assert s.state.over is not None
    assert (engine.question(s.state), engine.decider(s.state), s.options()) == (None, None, [])
    assert s.code(Pass()) == "game_over"
    assert engine.explore(s.game, s.state, [Pass()]).stopped == "over"


def test_decider_and_description() -> None:
    """The asked side and the frames can be read off a state."""
    s = quiet()
    assert (engine.decider(s.state), engine.describe(s.state)) == (
        0,
        "GameTurn > OperationsPhase > Impulse > ImpulseAction",
    )


def test_step_lists_its_rolls() -> None:
    """A step gives its rolls in order, as a record keeps them."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad 0-0-4-5", "C6"), U("b", "squad", "A1"))
    step = run(
        s, Activate("C3"), Fire("C3", "C6"), *s.group("a"), dice=ScriptedDice([("attack", (1,)), ("defence", (6,))])
    )
    assert step.rolls == ((1,), (6,))


def test_list_without_interruption() -> None:
    """A list is carried out to its end if nobody else must choose."""
    s = quiet()
    run(s, *MOVE)
    assert (s.at("a"), s.state.queue, s.words("a")) == ("C5", None, {"moved"})


def test_list_is_one_command() -> None:
    """A list counts as one accepted command and gives all events together."""
    s = quiet()
    step = run(s, *MOVE)
    assert step.state.seq == 1
    assert sum(isinstance(e, ev.Moved) for e in step.events) == 2


def test_list_halts_at_a_window() -> None:
    """Where the enemy may react the list halts, and waits in the state."""
    s = watched()
    run(s, *MOVE)
    assert (s.asked, s.at("a")) == ("de", "C4")
    assert s.state.queue is not None
    assert s.state.queue.commands == (StepTo("C5"), StopMove())


def test_list_goes_on_if_the_enemy_passes() -> None:
    """When he lets it pass the rest follows, up to the next window."""
    s = watched()
    run(s, *MOVE)
    s.do(PassWindow())
    assert (s.asked, s.at("a")) == ("de", "C5")
    s.do(PassWindow())
    assert (s.at("a"), s.words("a"), s.state.queue) == ("C5", {"moved"}, None)


def test_list_survives_json() -> None:
    """A waiting list is part of the state's JSON."""
    s = watched()
    run(s, *MOVE)
    s.state = CODEC.decode_state(CODEC.encode_state(s.state))
    s.do(PassWindow(True))
    assert (s.at("a"), s.words("a")) == ("C5", {"moved"})


def test_list_is_dropped_if_the_enemy_acts() -> None:
    """When he fires the rest is dropped and the mover is asked anew."""
    s = watched()
    run(s, *MOVE)
    s.do(OpFire("C7"))
    assert s.state.queue is None
    assert [(e.side, e.code) for e in s.events if isinstance(e, ev.QueueDropped)] == [(0, "interrupted")]
    s.do(*s.group("x"), dice=MISS)
    assert (s.asked, s.at("a"), s.code(StepTo("C5"))) == ("us", "C4", "")


def test_later_refusal_drops_the_rest() -> None:
    """A command of the list that is not allowed ends it; what came before stands."""
    s = quiet()
    run(s, *MOVE[:4], StepTo("H8"), StepTo("C5"))
    assert (s.at("a"), s.state.queue, s.asked) == ("C4", None, "us")
    assert [e.code for e in s.events if isinstance(e, ev.QueueDropped)] == ["not_adjacent"]


def test_first_refusal_refuses_the_list() -> None:
    """If the first command is not allowed nothing happens."""
    s = quiet()
    refusal = engine.submit_all(s.game, s.state, [StepTo("C4"), *MOVE])
    assert isinstance(refusal, Refusal)
    assert isinstance(engine.submit_all(s.game, s.state, MOVE, by=1), Refusal)


def test_empty_list() -> None:
    """An empty list is an error of the caller."""
    s = quiet()
    with pytest.raises(ValueError, match="empty"):
        engine.submit_all(s.game, s.state, [])


def test_new_command_replaces_the_list() -> None:
    """A side that is asked again and answers itself gives up what was left of its list."""
    s = watched()
    run(s, *MOVE)
    s.do(OpFire("C7"), *s.group("x"), dice=MISS).do(StopMove())
    assert (s.at("a"), s.state.queue) == ("C4", None)


def test_explore_moves_without_dice() -> None:
    """An exploration goes as far as no die is needed, and publishes nothing."""
    s = quiet()
    before = CODEC.digest(s.state)
    branch = engine.explore(s.game, s.state, MOVE)
    assert (branch.done, branch.stopped, branch.state.units[0].at) == (6, "", s.loc("C5"))
    assert CODEC.digest(s.state) == before


def test_explore_stops_at_a_die() -> None:
    """It stops at the first die and says what it is for."""
    s = Scene(U("a", "squad", "C3"), U("x", "squad 0-0-4-5", "C6"))
    branch = engine.explore(s.game, s.state, [Activate("C3"), Fire("C3", "C6"), *s.group("a"), Pass()])
    assert (branch.done, branch.stopped, branch.purpose) == (4, "die", "attack")


def test_explore_stops_at_a_window() -> None:
    """It stops where another side must choose."""
    s = watched()
    branch = engine.explore(s.game, s.state, MOVE)
    assert (branch.done, branch.stopped) == (4, "window")


def test_explore_stops_at_a_refusal() -> None:
    """It stops at the first refusal and gives it."""
    s = quiet()
    branch = engine.explore(s.game, s.state, [Activate("C3"), AddFirer("a")])
    assert (branch.done, branch.stopped) == (1, "refused")
    assert branch.refusal is not None


def test_same_seed_same_game() -> None:
    """Two games of one seed with the same commands are the same state for state."""
    games = []
    for _ in range(2):
        s = Scene(U("a", "squad", "C3"), U("x", "squad", "C6"), seed=5)
        digests = []
        while s.state.over is None and len(digests) < 60:
            step = engine.submit(s.game, s.state, s.options()[-1])
            assert isinstance(step, Step)
            s.state = step.state
            digests.append(CODEC.digest(s.state))
        games.append(digests)
    assert games[0] == games[1]


def test_every_question_explains_what_it_refuses() -> None:
    """`refusals` gives the candidates that are not allowed, each with a rule and a code."""
    s = Scene(U("a", "squad", "C3"), U("b", "squad", "C3", "moved"), U("x", "squad 0-0-4-5", "C6"))
    s.do(Activate("C3"), Fire("C3", "C6"))
    q = engine.question(s.state)
    assert q is not None
    assert [(c, r.code) for c, r in q.refusals(s.game, s.state)] == [(AddFirer("b"), "has_acted")]

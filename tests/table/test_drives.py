"""Where a vehicle can drive and face, what answers it, and what shots with guns come to."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from lnlt import engine
from lnlt.core.engine import passes, submit_all
from lnlt.core.game import Game
from lnlt.core.state import State
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch05_fire.opportunity import Reaction
from lnlt.rules.ch14_ordnance.shot import FireOrdnance
from lnlt.rules.facts.kits import kit_of
from lnlt.situations.reading import load
from lnlt.situations.setup import make_game
from lnlt.table.drives import Drives, Faced, drive_reach, muzzles

DUEL = Path(__file__).parents[1] / "browser" / "battles" / "duel.toml"


@pytest.fixture(scope="module")
def duel() -> tuple[Game, State]:
    """A tank, a gun and an enemy tank on open ground."""
    game = make_game(load(DUEL))
    return game, engine.begin(game, 1).state


def places(found: object) -> dict[str, dict[str, Faced]]:
    """Ways to be somewhere, by hex and facing."""
    assert isinstance(found, Drives)
    return {place[0].at: {faced.facing: faced for faced in place} for place in found.places}


def test_every_hex_with_every_facing_at_its_price(duel: tuple[Game, State]) -> None:
    """15.1: a point for a hex ahead, two in reverse, one for each vertex; the straighter of two equal ways."""
    game, s = duel
    found = places(drive_reach(game, s, "sherman"))
    assert {facing: faced.cost for facing, faced in found["D10"].items()} == {
        "C9/D9": 2,
        "E9/E10": 2,
        "E10/D11": 4,
        "C10/C9": 4,
        "D11/C10": 6,
    }
    assert found["D9"]["D8/E8"].cost == 2
    assert found["D11"]["D10/E10"].cost == 4
    assert found["F9"]["E8/F8"].path == ("D10", "E9", "F9")
    assert found["F9"]["E8/F8"].cost == min(faced.cost for faced in found["F9"].values()) + 2
    assert not any(name in found for name in ("F7", "I4", "K6"))


def test_the_commands_lead_there(duel: tuple[Game, State]) -> None:
    """15.1: given as one order they put the vehicle where was said, at that price, if nobody answers."""
    game, s = duel
    reach = drive_reach(game, s, "sherman")
    assert isinstance(reach, Drives)
    for at, facing in (("E11", "E10/F11"), ("D12", "D11/E11")):
        faced = places(reach)[at][facing]
        step = submit_all(game, s, [*reach.begin, *faced.commands])
        assert isinstance(step, engine.Step)
        while isinstance(engine.question(step.state), Reaction):
            passing = next(c for c in engine.options(game, step.state) if passes(c))
            after = engine.submit(game, step.state, passing)
            assert isinstance(after, engine.Step)
            step = after
        unit = step.state.units[step.state.ids["sherman"]]
        assert game.board.loc_name(unit.at) == at
        assert kit_of(unit).facing == faced.vertex


def test_who_may_answer_a_step(duel: tuple[Game, State]) -> None:
    """5.3, 14.1: each gun with its exact chance to hit there."""
    game, s = duel
    found = places(drive_reach(game, s, "sherman"))
    answers = {muzzle.unit: muzzle.hit for muzzle in muzzles(game, found["D9"]["D8/E8"])}
    assert answers == {"pak": Fraction(1, 12)}


def test_nothing_to_drive(duel: tuple[Game, State]) -> None:
    """15.1, 4.0: neither infantry nor the other side's tank, and the reason is said."""
    game, s = duel
    for unit in ("alfa", "panzer"):
        assert isinstance(drive_reach(game, s, unit), engine.Refusal)
    assert drive_reach(game, s) is None


def test_a_shot_is_told_roll_by_roll(duel: tuple[Game, State]) -> None:
    """14.1, 14.1.3: hull and turret apart, and all of it adds up to what becomes of the target."""
    game, s = duel
    preview = engine.preview(game, s, [Activate("D10"), FireOrdnance("sherman", "I4", "panzer")])
    assert isinstance(preview, engine.Preview)
    pierced = [roll for roll in preview.rolls if roll.what == "penetration"]
    spots = {roll.tallies[1].items[0].source: roll for roll in pierced}
    assert spots.keys() == {"front hull", "front turret"}
    hit = next(roll for roll in preview.rolls if roll.what == "to_hit").chances["hit"].fraction
    assert hit == sum(roll.happens.fraction for roll in pierced) == Fraction(15, 36)
    destroyed = sum(roll.chances["destroyed"].fraction for roll in pierced)
    assert preview.fates[0].chance("destroyed") == destroyed


def test_a_shot_the_enemy_may_answer_is_counted_as_if_he_did_not(duel: tuple[Game, State]) -> None:
    """15.1.1: pivoting to fire opens a window first; the chances are those of the shot."""
    game, s = duel
    ahead = engine.explore(game, s, [Activate("D10")]).state
    turned = engine.explore(game, ahead, [c for c in engine.options(game, ahead) if _turns_away(c)]).state
    shots = [c for c in engine.options(game, turned) if isinstance(c, FireOrdnance) and c.pivot == "hull"]
    assert shots
    assert isinstance(engine.preview(game, turned, [shots[0]]), engine.Preview)


def _turns_away(command: object) -> bool:
    return type(command).__name__ == "TurnTurret" and getattr(command, "facing", "") == "D11/C10"

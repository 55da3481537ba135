"""`lnlt balance`: verdicts, handicaps made of the scenario's own data, and cards that show what was found."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from lnlt import engine
from lnlt.cli.main import build
from lnlt.content import balance as kept
from lnlt.content.balance import Balance, balance_of, digest
from lnlt.content.scenarios import load_scenario, scenario_names
from lnlt.core.setup import GameSetup
from lnlt.server import library
from lnlt.sim.balance import balance as run_balance
from lnlt.sim.balance import judge, lines, points, weigh, worth_trying
from lnlt.sim.levels import Level
from lnlt.sim.play import GameResult, play_game
from lnlt.sim.runner import Where
from lnlt.sim.series import game_of_setup
from lnlt.sim.stats import wilson
from lnlt.sim.variants import ONE_MORE, Variant, variants
from lnlt.words.fairness import balance_line
from sim_helpers import Lnlt


@pytest.mark.parametrize("name", scenario_names())
def test_handicaps_of_every_scenario_can_be_played(name: str) -> None:
    """Leader and Squad more and less for each side, a turn more and less: each a game of its own that has an end."""
    setup = load_scenario(name)
    found = {v.key: v for v in variants(setup)}
    one, two = (side.id for side in setup.sides)
    for side in (one, two):
        assert f"{side}+squad" in found
        assert f"{side}+leader" in found
    assert {"turns+1", "turns-1"} <= set(found)
    assert len({digest(v.setup) for v in found.values()} | {digest(setup)}) == len(found) + 1
    secret = {u for g in setup.groups if g.secret for u in g.units}
    for key, v in found.items():
        assert secret <= {u.id for u in v.setup.units}, "what is secret is not spoken of"
        assert sum_of_changes(setup, v) == (0 if key.startswith("turns") else 1)
    chosen = found[f"{two}+squad"]
    assert chosen.helps == 1
    assert not play_game(game_of_setup(chosen.setup), (Level("random"), Level("random")), 1, 0).failed


def sum_of_changes(setup: GameSetup, v: Variant) -> int:
    """Units more or less than before, in one side's order of battle only."""
    before, after = (Counter((u.side, u.type) for u in s.units) for s in (setup, v.setup))
    change = (after - before) + (before - after)
    weapons = [sorted(w for u in s.units for w in u.carries) for s in (setup, v.setup)]
    assert weapons[0] == weapons[1]
    return sum(change.values())


def test_a_unit_more_belongs_where_the_others_are() -> None:
    """It is in the group of a unit like it, a Leader is somebody who is not there yet if there is one."""
    setup = load_scenario("infantry-training")
    found = {v.key: v for v in variants(setup)}
    leader = next(u for u in found["de+leader"].setup.units if u.id == ONE_MORE)
    assert leader.type == "ww2-de-leader-plassmann"
    assert ONE_MORE in next(g for g in found["de+leader"].setup.groups if g.id == "de").units
    state = engine.begin(game_of_setup(found["de+squad"].setup), 1).state
    assert ONE_MORE in {u.id for u in state.units}
    cache = {v.key: v for v in variants(load_scenario("the-weapons-cache"))}
    assert "us-leader" not in cache, "he is the one who destroys the cache"


def results(wins: int, losses: int, draws: int = 0) -> list[GameResult]:
    """Games that ended so."""
    ends = [0] * wins + [1] * losses + [-1] * draws
    return [GameResult(n, winner) for n, winner in enumerate(ends)]


def test_verdicts_say_how_sure_they_are() -> None:
    """Clearly one-sided, even with enough games, and too few games to tell."""
    assert judge(wilson(70, 100)) == ("favours", 0)
    assert judge(wilson(30, 100)) == ("favours", 1)
    assert judge(wilson(52, 100)) == ("even", -1)
    assert judge(wilson(6, 10)) == ("unknown", -1)
    assert points([*results(2, 1, 1), GameResult(9, failed="x")]) == (2.5, 4)


def test_handicaps_are_weighed_against_chance() -> None:
    """A handicap that brings it closer by more than chance is sure, one by less is not; the right side is helped."""
    setup = load_scenario("first-fight")
    found = variants(setup)
    base = wilson(80, 100)
    assert {v.helps for v in worth_trying(found, base)} == {1, -1}
    assert {v.helps for v in worth_trying(found, wilson(20, 100))} == {0, -1}
    near = weigh(found[0], base, results(52, 48))
    assert near.sure
    assert near.closer == pytest.approx(0.28)
    assert not weigh(found[0], base, results(75, 25)).sure
    assert weigh(found[0], base, results(95, 5)).closer < 0


def test_report_of_a_one_sided_fight(cache: Path) -> None:
    """Random players never take the church: it says so, tries handicaps for the attackers, and knows few games."""
    setup = load_scenario("first-fight")
    report = run_balance(setup, Level("random"), 5, 1, Where(workers=1))
    text = "\n".join(lines(report))
    assert report.verdict == "favours"
    assert report.favoured == 1
    assert "heavily favours Wehrmacht" in text
    assert {t.variant.helps for t in report.tried} == {0, -1}
    assert "a squad more for 101st Airborne" in text
    few = run_balance(setup, Level("random"), 2, 1, Where(workers=1), handicaps=False)
    assert "Too few games to tell" in "\n".join(lines(few))
    assert cache.exists()


def found(setup: GameSetup, games: int, **more: object) -> Balance:
    """A result as it is kept."""
    row = Balance(
        setup=digest(setup),
        level="recruit",
        games=games,
        seed=1,
        lnlt="0",
        code="0",
        score=(0.31, 0.25, 0.38),
        wins=(31, 69),
        draws=0,
        verdict="favours",
        favoured=1,
    )
    return msgspec.structs.replace(row, **more)


def test_cards_show_what_is_known_of_this_very_scenario(
    cache: Path, monkeypatch: pytest.MonkeyPatch, here: Lnlt
) -> None:
    """On the card of the command line and of the server; nothing once the scenario has changed."""
    monkeypatch.setattr(kept, "read_shipped", dict)
    game = engine.load("first-fight")
    assert balance_of(game.setup) is None
    assert library.card_of(game).balance == ""
    kept.write(kept.own_file(), {game.setup.id: found(game.setup, 100)})
    line = "clearly favours Wehrmacht, who won 69 % (62–75) of 100 games, both sides recruit"
    assert library.card_of(game).balance == line
    assert f"Balance: {line}" in here("card", "first-fight").stdout
    changed = msgspec.structs.replace(game.setup, turns=7)
    assert balance_of(changed) is None
    even = found(game.setup, 100, verdict="even", favoured=-1, score=(0.5, 0.4, 0.6))
    assert balance_line(even, ("A", "B")) == "even: A won 50 % (40–60) of 100 games, both sides recruit"
    unknown = found(game.setup, 4, verdict="unknown", favoured=-1, score=(0.5, 0.1, 0.9))
    assert balance_line(unknown, ("A", "B")).startswith("too few games to say: A won 50 % (10–90) of 4 games")
    assert balance_line(None, ("A", "B")) == ""
    kept.own_file().write_text("nonsense")
    assert balance_of(game.setup) is None
    assert cache.exists()


def test_command_keeps_what_it_found(here: Lnlt) -> None:
    """The report is printed and kept for the card; random games are not kept; mistakes are told."""
    done = here("balance", "first-fight", "--level", "recruit", "--games", 2, "--workers", 1, "--no-handicaps")
    assert done.returncode == 0, done.stderr
    assert "games of recruit against itself" in done.stdout
    assert set(kept.read_own()) == {"the-church-at-the-crossroads"}
    assert here("balance").returncode == 2
    assert "a-friend-in-need" in here("balance").stderr
    assert "--write is for shipped scenarios" in here("balance", "my/own.toml", "--write").stderr
    assert "no level 'x'" in here("balance", "first-fight", "--level", "x").stderr


def test_one_row_of_the_shipped_file_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`--write` with one scenario changes its row and leaves the others as they are."""
    before = kept.read_shipped()
    own, shipped = tmp_path / "own.json", tmp_path / "shipped.json"
    monkeypatch.setattr(kept, "own_file", lambda: own)
    monkeypatch.setattr(kept, "shipped_file", lambda: shipped)
    monkeypatch.setenv("LNLT_CACHE", str(tmp_path))
    arguments = ["balance", "first-fight", "--level", "recruit", "--games", "2", "--workers", "1", "--no-handicaps"]
    assert CliRunner().invoke(build(), [*arguments, "--write"]).exit_code == 0
    after = msgspec.json.decode(shipped.read_bytes(), type=dict[str, kept.Balance])
    assert after["the-church-at-the-crossroads"].games == 2
    assert {k: v for k, v in after.items() if v.games != 2} == {
        k: v for k, v in before.items() if k != "the-church-at-the-crossroads"
    }


SHOWCASES = (
    "iron-at-sainte-aude",
    "the-eichenrode-gap",
    "the-bald-hill",
    "sabres-at-dolgaya-balka",
    "six-boats-for-altmuehl",
    "the-barricades-of-sainte-odile",
    "the-lamp-at-skarvnes",
    "the-last-strip-on-tanjung",
    "the-lantern-caves",
    "the-wells-of-dara-kot",
)


@pytest.mark.parametrize("name", SHOWCASES)
def test_showcases_are_fair(name: str) -> None:
    """Either side of a showcase won between 35 and 65 of a hundred games, regular against regular, in 200 or more."""
    row = kept.read_shipped()[name]
    assert (row.level, row.draws + sum(row.wins) >= 200) == ("regular", True)
    assert 0.35 <= row.score[0] <= 0.65


def test_shipped_results_fit_the_shipped_scenarios() -> None:
    """Every shipped scenario has a result of its present content, with everything needed to repeat it."""
    rows = kept.read_shipped()
    for name in scenario_names():
        game = engine.load(name)
        row = rows[game.setup.id]
        assert row.setup == digest(game.setup), f"{name} has changed: make balance"
        assert sum(row.wins) + row.draws == row.games >= 30
        assert row.score[1] <= row.score[0] <= row.score[2]
        assert row.level
        assert row.code
        assert library.card_of(game).balance != ""

"""The command `lnlt play`: the text game, hot-seat or against the computer, in a terminal or piped."""

from __future__ import annotations

import secrets
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from lnlt import engine, matches
from lnlt.cli import screen
from lnlt.cli.session import Session, cleaned
from lnlt.cli.table import HUMAN, Table, check_players
from lnlt.content import saves
from lnlt.core.errors import LnltError, RecordError
from lnlt.core.game import Game
from lnlt.sim.trial import check_set_up

DEFAULT_SCENARIO = "first-fight"

ScenarioArg = Annotated[str, typer.Argument(help="A shipped scenario (see `lnlt scenarios`) or a scenario file.")]
SideOpt = Annotated[
    str,
    typer.Option(
        metavar="PLAYER", help="Who plays this side, if there is one: human, random, recruit, regular or veteran."
    ),
]
PlayersOpt = Annotated[
    str, typer.Option("--players", help="Who plays, in the order of the sides: human,recruit or human,human.")
]
SeedOpt = Annotated[int | None, typer.Option("--seed", help="Seed of the dice; the same seed, the same luck.")]
LoadOpt = Annotated[Path | None, typer.Option("--load", help="Go on with a saved game.")]
SaveOpt = Annotated[Path | None, typer.Option("--save", help="Where to save; default: the user's data folder.")]
AutoOpt = Annotated[bool, typer.Option("--auto", help="Computer players (random, if none are named) play to the end.")]
RepairOpt = Annotated[bool, typer.Option("--repair", help="With --load: keep what is readable of a damaged file.")]


def register(app: typer.Typer) -> None:
    """Adds `play` to the command line."""
    app.command("play")(play)


def play(
    scenario: ScenarioArg = DEFAULT_SCENARIO,
    us: SideOpt = "",
    de: SideOpt = "",
    players: PlayersOpt = "",
    seed: SeedOpt = None,
    load: LoadOpt = None,
    save: SaveOpt = None,
    auto: AutoOpt = False,
    repair: RepairOpt = False,
) -> None:
    """Play a scenario in the terminal. Every command is saved at once; `help` inside lists what can be typed.

    Example: lnlt play first-fight --us human --de recruit --seed 7
    """
    chosen = {side: name for side, name in (("us", us), ("de", de)) if name}
    if load is not None:
        table = _loaded(load, save, chosen, players, auto, repair)
    else:
        table = _new(scenario, save, chosen, players, auto, seed)
    _greet(table, load is not None)
    Session(table, _read).run()


def _new(scenario: str, save: Path | None, chosen: dict[str, str], players: str, auto: bool, seed: int | None) -> Table:
    game = engine.load(scenario)
    check_set_up(game, scenario)
    names = _players(game, chosen, players, ("random", "random") if auto else (HUMAN, "recruit"))
    luck = seed if seed is not None else secrets.randbelow(1_000_000)
    now = datetime.now(UTC)
    match = matches.new_match(game, luck, names, now.isoformat(timespec="seconds"), scenario)
    path = save or saves.new_path(game.setup.id, now.strftime("%Y%m%d-%H%M%S"))
    table = Table(match, names, path)
    table.open_file()
    return table


def _loaded(load: Path, save: Path | None, chosen: dict[str, str], players: str, auto: bool, repair: bool) -> Table:
    """A saved game; a last line cut short by a crash is dropped, other damage only with --repair."""
    data = saves.read(load)
    cut = bool(data) and not data.endswith(b"\n")
    match, problem = matches.open_match(load, repair or cut)
    last_line = data.count(b"\n") + 1
    if problem is not None and not repair and problem.place[-1] != f"line {last_line}":
        raise problem
    names = _players(match.game, chosen, players, match.header.players or (HUMAN, "recruit"))
    if auto:
        names = tuple("random" if name == HUMAN else name for name in names)
    table = Table(match, names, save or load)
    if problem is not None:
        keep = load.with_name(f"{load.name}.damaged")
        keep.write_bytes(data)
        print(f"note: {problem}; the game goes on before it, the damaged file is kept as {keep}", file=sys.stderr)
    if cut or problem is not None or save is not None:
        table.open_file()
    return table


def _players(game: Game, chosen: dict[str, str], players: str, default: tuple[str, ...]) -> tuple[str, ...]:
    """One player per side, from --players, then --us and --de."""
    names = list(default)
    if players:
        names = [name.strip() for name in players.split(",")]
    if len(names) != len(game.sides):
        raise LnltError(f"{len(game.sides)} players are needed, one per side, as in human,recruit", "--players")
    for side, name in chosen.items():
        if side not in game.side_index:
            known = ", ".join(s.id for s in game.sides)
            raise LnltError(f"this scenario has no side {side!r}, its sides are {known}: use --players", f"--{side}")
        names[game.side_index[side]] = name
    return check_players(names)


def _greet(table: Table, loaded: bool) -> None:
    game = table.game
    sides = " against ".join(
        f"{side.name or side.id} ({name})" for side, name in zip(game.sides, table.players, strict=True)
    )
    print(screen.bold(f"{game.setup.name} · {game.turns} turns"))
    print(sides)
    print(screen.goal_text(game))
    print(f"{'Continued from' if loaded else 'Saved in'} {table.path} · dice seed {table.match.header.seed}")
    if any(name == HUMAN for name in table.players):
        print("Type a number or an order such as `fire G2 I5`; `help` lists all, `quit` leaves.")


def _read(prompt: str) -> str | None:
    """The next line a player types; None at the end of the input. Piped input is echoed so that it can be read."""
    try:
        line = input(prompt)
    except EOFError:
        return None
    except UnicodeDecodeError:
        raise RecordError("the input is not text", "input") from None
    if not sys.stdin.isatty():
        print(cleaned(line))
    return line

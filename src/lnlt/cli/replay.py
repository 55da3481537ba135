"""The command `lnlt replay`: a recorded game, checked and told again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lnlt import matches, words
from lnlt.cli import screen
from lnlt.content import files, saves
from lnlt.core.errors import LnltError
from lnlt.core.record import Match

FileArg = Annotated[Path, typer.Argument(metavar="FILE", help="A game record (.jsonl), or the name of a shipped one.")]
AtOpt = Annotated[int | None, typer.Option("--at", help="Show the position after this entry (0 = the beginning).")]
CheckOpt = Annotated[bool, typer.Option("--check", help="Only check that every entry leads where it did.")]
TextOpt = Annotated[bool, typer.Option("--text", help="Only the log, without the position.")]
RepairOpt = Annotated[bool, typer.Option("--repair", help="Show the readable beginning of a damaged record.")]


def register(app: typer.Typer) -> None:
    """Adds `replay` to the command line."""
    app.command("replay")(replay)


def replay(
    file: FileArg, at: AtOpt = None, check: CheckOpt = False, text: TextOpt = False, repair: RepairOpt = False
) -> None:
    """Replay a record without its dice generator, compare every position, and tell the game in words.

    Example: lnlt replay game.jsonl --at 40, or: lnlt replay infantry-narrative
    """
    match, problem = matches.open_match(find_record(file), repair)
    if problem is not None:
        typer.echo(f"note: {problem}", err=True)
    last = len(match.entries)
    if check:
        typer.echo(f"{file}: {last} entries, every position as recorded")
        return
    if at is not None and not 0 <= at <= last:
        raise LnltError(f"the record has entries 1 to {last}", str(file), f"--at {at}")
    shown = last if at is None else at
    typer.echo(f"{match.game.setup.name} · dice seed {match.header.seed} · {match.header.started or 'no date'}")
    for line in log_lines(match, shown):
        typer.echo(line)
    if not text:
        state = match.steps[shown].state
        typer.echo("")
        typer.echo(screen.map_text(match.game, state))
        typer.echo(screen.units_text(match.game, state))
        typer.echo(screen.heading(match.game, state))


def find_record(file: Path) -> Path:
    """The file meant: a record of the user's, or a shipped one by its name."""
    folder, name = files.shipped("replays"), f"{file}{saves.ENDING}"
    known = name in [found.name for found in folder.iterdir()]
    return Path(str(folder)) / name if known and not file.exists() else file


def log_lines(match: Match, last: int) -> list[str]:
    """Every entry up to the last one wanted, in words."""
    first = match.steps[0]
    lines = words.log_text(match.game, None, first.state, first.events)
    for entry, before, step in zip(match.entries[:last], match.steps, match.steps[1:], strict=False):
        lines.append(f"{entry.n:>4} {entry.side}: {words.order_text(match.game, before.state, entry.do)}")
        lines.extend(f"       {line}" for line in words.log_text(match.game, before.state, step.state, step.events))
    return lines

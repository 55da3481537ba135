"""The command line: imports only the module of the command that is run, and turns user errors into one clear line."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from lnlt.core.errors import LnltError
from lnlt.version import RULES, lnlt_version

EXIT_FAILED, EXIT_BAD_INPUT, EXIT_BUG = 1, 2, 70
COMMANDS = {
    "play": ("play", "Play a scenario in the terminal."),
    "serve": ("serve", "Serve the table: play in the browser."),
    "replay": ("replay", "Replay a game record, check it and tell the game."),
    "scenarios": ("cards", "List the shipped scenarios."),
    "card": ("cards", "Print a scenario's card: sides, forces, goal."),
    "notation": ("notation", "Say what a line of an order of battle means."),
    "check": ("check", "Run situations: worked examples as data."),
    "los": ("los", "Line of sight between two places."),
    "fov": ("los", "Field of view of a place."),
    "where": ("where", "Find a rule: facts, code, tests and rulings."),
    "pack": ("pack", "Check and list packs, maps and scenarios."),
    "simulate": ("simulate", "Play a scenario many times: who wins, how, why."),
    "balance": ("balance", "Is a scenario fair, and what would help?"),
    "tournament": ("tournament", "Let computer players meet over all scenarios."),
    "fuzz": ("fuzz", "Play random games with every check."),
}
"""Every command: the module of this package that registers it, and its line in the help."""


class Commands(TyperGroup):
    """The commands of `lnlt`; each is imported when it is run."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that is named, with its module imported."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, load(name) if name else command, rest


def load(name: str) -> Any:
    """A command with its options."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.callback()(lambda: None)  # so that a module with one command makes a group, too
    importlib.import_module(f"lnlt.cli.{COMMANDS[name][0]}").register(app)
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    return group.commands[name]


def build() -> typer.Typer:
    """The command line, with a stand-in for every command."""
    app = typer.Typer(
        name="lnlt",
        cls=Commands,
        help="Lock 'n Load Tactical v5.1 as software: an unofficial, fan-made engine.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_common)
    for name, (_, line) in COMMANDS.items():
        app.command(name, help=line)(lambda: None)
    return app


def _tell_version(asked: bool) -> None:
    """Say which lnlt this is and which rules it plays, and be done."""
    if asked:
        print(f"lnlt {lnlt_version()}, rules {RULES}")
        raise typer.Exit


def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Lock 'n Load Tactical v5.1 as software: an unofficial, fan-made engine."""


def run() -> None:
    """Entry point of the `lnlt` command."""
    try:
        build()()
    except LnltError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(EXIT_BAD_INPUT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_FAILED)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
    except Exception as error:
        if os.environ.get("LNLT_DEBUG"):
            raise
        print(f"internal error: {type(error).__name__}: {error}", file=sys.stderr)
        print("This is a bug in lnlt. Set LNLT_DEBUG=1 to see the traceback.", file=sys.stderr)
        sys.exit(EXIT_BUG)

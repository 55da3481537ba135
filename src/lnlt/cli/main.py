"""The command line: finds the commands in this package and turns user errors into one clear line."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from typing import Annotated

import typer

import lnlt.cli as package
from lnlt.core.errors import LnltError
from lnlt.matches import RULES, lnlt_version

EXIT_FAILED, EXIT_BAD_INPUT, EXIT_BUG = 1, 2, 70


def build() -> typer.Typer:
    """Every module of this package with a `register(app)` adds its commands."""
    app = typer.Typer(
        name="lnlt",
        help="Lock 'n Load Tactical v5.1 as software: an unofficial, fan-made engine.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_common)
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        register = getattr(module, "register", None)
        if register is not None:
            register(app)
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

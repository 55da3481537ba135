"""What the command line does before any command."""

from __future__ import annotations

import re

from cli_helpers import Lnlt


def test_version(lnlt: Lnlt) -> None:
    """`lnlt --version` names the package's version and that of the rules."""
    code, out, err = lnlt("--version")
    assert (code, err) == (0, "")
    assert re.fullmatch(r"lnlt \d+\.\d+\.\d+, rules 5\.1 rev 28\n", out)


def test_help_lists_every_command(lnlt: Lnlt) -> None:
    """`lnlt --help` has a line for each command the README names."""
    code, out, _ = lnlt("--help")
    assert code == 0
    named = {"play", "serve", "replay", "scenarios", "card", "notation", "check", "los", "fov", "where", "pack"}
    assert named <= {line.split()[0] for line in out.splitlines() if line.startswith("  ") and line.strip()}

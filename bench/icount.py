"""Instructions per decision, counted by valgrind: the figure that does not depend on how busy the machine is.

The cost of starting cancels out: a long and a short run of the same play are subtracted. Nothing in the play depends
on time, on addresses of the process or on what a disk cache holds. Fails if a decision has become more than 5 %
dearer than `icount.json` says; `--update` stores the present counts. Exit code 2: valgrind is missing.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PEER_PYTHON = HERE.parent / ".venv-bench" / "bin" / "python"
STORE = HERE / "icount.json"
SETUP = "battle-40-20x15-1"
SHORT, LONG = 500, 8500
"""Decisions of ours in the two runs: the long one goes on into a third game."""
CHESS_SHORT, CHESS_LONG = 500, 3500
ALLOWED = 0.05
COUNT = re.compile(r"I\s+refs:\s+([\d,]+)")


class Counter:
    """Counts instructions of commands in a folder of its own, with nothing of our surroundings."""

    def __init__(self, source: Path, folder: str) -> None:
        self.folder = folder
        self.env = {
            "LC_ALL": "C.UTF-8",
            "LNLT_CACHE": "cache",
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "PYTHONHASHSEED": "0",
            "PYTHONNOUSERSITE": "1",
            "PYTHONPATH": str(source),
        }

    def run(self, command: Sequence[str], **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command; what it writes comes back."""
        env = {**self.env, **more}
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, env=env, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
        return done

    def counted(self, command: Sequence[str]) -> tuple[int, dict[str, Any]]:
        """Instructions of a command and the JSON it printed."""
        fixed = ["setarch", platform.machine(), "-R"] if shutil.which("setarch") else []
        tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        done = self.run([*fixed, *tool, *command], PYTHONDONTWRITEBYTECODE="1")
        found = COUNT.search(done.stderr)
        if found is None:
            raise SystemExit(f"valgrind gave no count:\n{done.stderr}")
        return int(found[1].replace(",", "")), json.loads(done.stdout.splitlines()[-1])

    def per_action(self, command: Sequence[str], flag: str, short: int, long: int) -> dict[str, Any]:
        """Instructions per action between a short and a long run; a first run fills caches and writes byte code."""
        self.run([*command, f"{flag}=1"])
        few, one = self.counted([*command, f"{flag}={short}"])
        many, two = self.counted([*command, f"{flag}={long}"])
        two["actions"] -= one["actions"]
        return {"per_action": round((many - few) / two["actions"]), **two}


def measure(source: Path, setup: str, short: int, long: int, chess: bool) -> dict[str, Any]:
    """Our count and, where it is installed, python-chess's."""
    found: dict[str, Any] = {"python": platform.python_version(), "setup": setup}
    with tempfile.TemporaryDirectory() as folder:
        counter = Counter(source, folder)
        ours = [sys.executable, str(HERE / "workload.py"), "fixed", f"--setup={setup}"]
        found["ours"] = counter.per_action(ours, "--amount", short, long)
        if chess and PEER_PYTHON.exists():
            peer = [str(PEER_PYTHON), str(HERE / "peer_chess.py")]
            found["chess"] = counter.per_action(peer, "--fixed", CHESS_SHORT, CHESS_LONG)
    return found


def judge(now: dict[str, Any], kept: dict[str, Any] | None) -> int:
    """Compare with the reference and say so; 1 if it is too dear."""
    cost = now["ours"]["per_action"]
    print(f"{cost:,} instructions per decision ({now['ours']['actions']} decisions)")
    chess = now.get("chess") or (kept or {}).get("chess")
    if chess:
        print(f"python-chess: {chess['per_action']:,} per move; P2 = {cost / chess['per_action']:.3f}")
    if kept is None:
        print("no reference yet: store one with --update")
        return 0
    reference = kept["ours"]["per_action"]
    if kept["python"].rpartition(".")[0] != now["python"].rpartition(".")[0]:
        print(f"the reference is of Python {kept['python']}, this is {now['python']}", end="")
        if now.get("chess") and kept.get("chess"):
            reference = round(reference * now["chess"]["per_action"] / kept["chess"]["per_action"])
            print("; it is scaled by python-chess's count")
        else:
            print(" and python-chess is not there to compare them by: not judged")
            return 0
    change = cost / reference - 1
    print(f"reference {reference:,}: {100 * change:+.2f} %")
    if kept["ours"].get("play") != now["ours"]["play"]:
        print("the games played are other ones than those of the reference: options or dice have changed")
    if change > ALLOWED:
        print(f"FAIL: more than {100 * ALLOWED:.0f} % dearer. Find out why, or accept it with --update.")
        return 1
    if change < -ALLOWED:
        print("much cheaper than the reference: store it with --update")
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Count and judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", help="store the present counts as the reference")
    parser.add_argument("--no-chess", action="store_true")
    parser.add_argument("--setup", default=SETUP)
    parser.add_argument("--short", type=int, default=SHORT)
    parser.add_argument("--long", type=int, default=LONG)
    parser.add_argument("--source", type=Path, default=HERE.parent / "src", help="folder of the package to count")
    args = parser.parse_args(argv)
    if shutil.which("valgrind") is None:
        print("valgrind is missing: apt-get install valgrind")
        return 2
    kept = json.loads(STORE.read_text()) if STORE.exists() else None
    now = measure(args.source.resolve(), args.setup, args.short, args.long, not args.no_chess)
    code = judge(now, kept)
    if args.update:
        if kept and "chess" not in now and "chess" in kept:
            now["chess"] = kept["chess"]
        STORE.write_text(json.dumps(now, indent=2) + "\n")
        return 0
    return code


if __name__ == "__main__":
    sys.exit(main())

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
SHORT, LONG = 500, 4500
"""Decisions of ours in the two runs: the long one goes beyond a whole game."""
CHESS_SHORT, CHESS_LONG = 200, 1200
ALLOWED = 0.05
COUNT = re.compile(r"I\s+refs:\s+([\d,]+)")


def environment() -> dict[str, str]:
    """The same few variables whoever runs this; the cache of lines of sight is a folder of our own."""
    return {
        "LC_ALL": "C.UTF-8",
        "LNLT_CACHE": "cache",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONNOUSERSITE": "1",
    }


def counted(command: Sequence[str], folder: str) -> tuple[int, dict[str, Any]]:
    """Instructions of a command and the JSON it printed."""
    fixed = ["setarch", platform.machine(), "-R"] if shutil.which("setarch") else []
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = run([*fixed, *tool, *command], folder)
    found = COUNT.search(done.stderr)
    if found is None:
        raise SystemExit(f"valgrind gave no count:\n{done.stderr}")
    return int(found[1].replace(",", "")), json.loads(done.stdout.splitlines()[-1])


def run(command: Sequence[str], folder: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the folder, with nothing of our surroundings."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment(), check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
    return done


def difference(short: Sequence[str], long: Sequence[str], folder: str) -> dict[str, Any]:
    """Instructions per action between a short and a long run."""
    few, one = counted(short, folder)
    many, two = counted(long, folder)
    two["actions"] -= one["actions"]
    return {"per_action": round((many - few) / two["actions"]), **two}


def measure(short: int, long: int, setup: str, chess: bool) -> dict[str, Any]:
    """Our count and, where it is installed, python-chess's."""
    ours = [sys.executable, str(HERE / "workload.py"), "fixed", f"--setup={setup}"]
    found: dict[str, Any] = {"python": platform.python_version(), "setup": setup}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([*ours, "--amount=1"], cwd=folder, env=warm(), check=True, stdout=subprocess.DEVNULL)
        found["ours"] = difference([*ours, f"--amount={short}"], [*ours, f"--amount={long}"], folder)
        if chess and PEER_PYTHON.exists():
            peer = [str(PEER_PYTHON), str(HERE / "peer_chess.py")]
            subprocess.run([*peer, "--fixed=1"], cwd=folder, env=warm(), check=True, stdout=subprocess.DEVNULL)
            found["chess"] = difference([*peer, f"--fixed={CHESS_SHORT}"], [*peer, f"--fixed={CHESS_LONG}"], folder)
    return found


def warm() -> dict[str, str]:
    """For a first run that may write byte code and fills the cache."""
    return {name: value for name, value in environment().items() if name != "PYTHONDONTWRITEBYTECODE"}


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
    args = parser.parse_args(argv)
    if shutil.which("valgrind") is None:
        print("valgrind is missing: apt-get install valgrind")
        return 2
    kept = json.loads(STORE.read_text()) if STORE.exists() else None
    now = measure(args.short, args.long, args.setup, not args.no_chess)
    code = judge(now, kept)
    if args.update:
        if kept and "chess" not in now and "chess" in kept:
            now["chess"] = kept["chess"]
        STORE.write_text(json.dumps(now, indent=2) + "\n")
        return 0
    return code


if __name__ == "__main__":
    sys.exit(main())

"""The yard-stick: python-chess in random play. It is GPL, so it runs alone, in its own process and environment.

Prints one JSON object. `--fixed N` plays exactly N moves and nothing else, for counting instructions.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import chess

cpu = time.process_time
LONGEST = 400
"""Moves after which a game is broken off."""


def play(seed: int, limit: int = LONGEST, keep: list[chess.Board] | None = None) -> int:
    """One game of uniformly random legal moves; gives their number."""
    rng = random.Random(seed)
    board = chess.Board()
    made = 0
    while made < limit:
        if board.halfmove_clock >= 100 or board.is_insufficient_material():
            break
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
        made += 1
        if keep is not None and made % 13 == 0:
            keep.append(board.copy())
    return made


def per_board(rounds: int, repeat: int, boards: list[chess.Board], call: Callable[[chess.Board], object]) -> float:
    """Median microseconds of a call on boards met in random play."""
    times = []
    for _ in range(rounds):
        begun = cpu()
        for _ in range(repeat):
            for board in boards:
                call(board)
        times.append((cpu() - begun) / repeat / len(boards))
    return 1e6 * statistics.median(times)


def measure(games: int, rounds: int, repeat: int) -> dict[str, Any]:
    """Moves and games per CPU second; copies and FEN texts in microseconds."""
    play(999)
    begun = cpu()
    moves = sum(play(seed) for seed in range(games))
    seconds = cpu() - begun
    boards: list[chess.Board] = []
    for seed in range(100, 108):
        play(seed, keep=boards)
    return {
        "actions_per_s": moves / seconds,
        "games_per_s": games / seconds,
        "actions_per_game": moves / games,
        "copy_us": per_board(rounds, repeat, boards, lambda b: b.copy(stack=False)),
        "fen_us": per_board(rounds, repeat, boards, lambda b: b.fen()),
        "version": chess.__version__,
    }


def fixed(moves: int) -> dict[str, Any]:
    """Exactly so many moves over as many games as it takes."""
    made = seed = 0
    while made < moves:
        made += play(seed, min(LONGEST, moves - made))
        seed += 1
    return {"actions": made}


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--fixed", type=int, default=0)
    args = parser.parse_args()
    print(json.dumps(fixed(args.fixed) if args.fixed else measure(args.games, args.rounds, args.repeat)))


if __name__ == "__main__":
    main()

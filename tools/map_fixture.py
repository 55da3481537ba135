"""Boards and positions as the server sends them, for the demo page of the map (`npm run dev`, then /demo.html).

python tools/map_fixture.py                 every shipped scenario, some way into a game of random players
python tools/map_fixture.py --orders 150    further into the game
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from lnlt import engine
from lnlt.ai.players import RandomPlayer
from lnlt.content.scenarios import scenario_names
from lnlt.core.events import EVERYBODY
from lnlt.matches import new_match
from lnlt.server import pieces
from lnlt.server.library import kit, scenario_setup

FOLDER = Path(__file__).parent.parent / "web" / "src" / "map" / "demo" / "data"


def dump(name: str, orders: int) -> bytes:
    """Board, sides and the position after so many orders of players who choose at random."""
    found = kit(scenario_setup(name))
    match = new_match(found.game, seed=3)
    players = [RandomPlayer(side) for side in range(len(found.game.sides))]
    while len(match.entries) < orders:
        asked = engine.question(match.state)
        if asked is None:
            break
        options = engine.options(found.game, match.state)
        match.submit(players[asked.side].choose(found.game, engine.view(match.state, asked.side), options))
    seen = pieces.seen(match.state, EVERYBODY)
    return msgspec.json.encode(
        {"board": found.board, "sides": found.sides, "position": pieces.position(found.game, seen)}
    )


def main() -> None:
    """Write one file per scenario."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--orders", type=int, default=90)
    args = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in scenario_names():
        data = dump(name, args.orders)
        (FOLDER / f"{name}.json").write_bytes(data)
        print(f"{name}: {len(data) // 1000} kB")


if __name__ == "__main__":
    main()

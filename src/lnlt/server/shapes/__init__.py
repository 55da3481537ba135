"""What messages are made of: cards, the board, positions, sums, the log, answers. The API's documentation and the
client's types follow from these. Places are named as printed ("H6", "H6/upper"), units by id, sides by number;
commands are the JSON the codec makes of them, which clients hand back unread. All words are made by the server.

One module each: what there is to play (`lobby`), the `board`, the `position` with `armour` and `sky`, sums and the log
(`story`), `answers` to questions. Import them from here.
"""

# ruff: noqa: I001 (the client's types are written in this order)

from __future__ import annotations

from lnlt.server.shapes.armour import Arc, Gear, GunTable, Sector
from lnlt.server.shapes.board import ArtPiece, BoardArt, HexArt, SideArt, SideInfo
from lnlt.server.shapes.sky import Flight
from lnlt.server.shapes.base import Command, Name, Number, Struct
from lnlt.server.shapes.lobby import (
    ForceLine,
    SideCard,
    ScenarioCard,
    Level,
    SeatWish,
    NewGame,
    ImportGame,
    Seat,
    GameCreated,
    GameListed,
    Health,
    ReplayListed,
    Term,
    Problem,
)
from lnlt.server.shapes.position import Chip, Item, Aloft, FlightPath, Piece, Mark, Outcome, Position, Option, Decision
from lnlt.server.shapes.story import SumLine, Sum, Chance, Roll, Card, Line, Motion, Entry
from lnlt.server.shapes.answers import (
    MenuItem,
    Menu,
    Threat,
    Facing,
    ReachHex,
    Reach,
    Way,
    Target,
    Why,
    SightHex,
    SightLine,
    FieldHex,
    DangerHex,
    Hint,
)

__all__ = [
    "Aloft", "Arc", "ArtPiece", "BoardArt", "Card", "Chance", "Chip", "Command", "DangerHex", "Decision", "Entry",
    "Facing", "FieldHex", "Flight", "FlightPath", "ForceLine", "GameCreated", "GameListed", "Gear", "GunTable",
    "Health", "HexArt", "Hint", "ImportGame", "Item", "Level", "Line", "Mark", "Menu", "MenuItem", "Motion",
    "Name", "NewGame", "Number", "Option", "Outcome", "Piece", "Position", "Problem", "Reach", "ReachHex",
    "ReplayListed", "Roll", "ScenarioCard", "Seat", "SeatWish", "Sector", "SideArt", "SideCard", "SideInfo", "SightHex",
    "SightLine", "Struct", "Sum", "SumLine", "Target", "Term", "Threat", "Way", "Why",
]  # fmt: skip

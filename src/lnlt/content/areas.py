"""Areas of a board as scenario files write them, and the hexes they mean."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lnlt.core.board import LAYERS, UPPER, Board
from lnlt.core.errors import ContentError
from lnlt.core.hexes import column_number

_WITHIN = re.compile(r"(buildings )?within (\d+) of (\w+)")
_EAST = re.compile(r"east of ([\w ]+)")
_TERRAIN = re.compile(r"terrain (\w+)")
_MAP = re.compile(r"map (\w+)")
_ROWS = re.compile(r"rows (\d+)-(\d+)")


class Places:
    """Looks up areas on a board: a hex, "within 3 of H6", "buildings", "buildings within 3 of H7", "terrain road",
    "rows 5-8", "map 15" (without hexes joined from two maps, 22.0), "east of H8 H7 G3", "all"."""

    def __init__(self, board: Board, where: str) -> None:
        self.board = board
        self.where = where

    def find(self, rules: Sequence[str], path: str) -> list[int]:
        """Hexes of an area, in the order of the board."""
        found: set[int] = set()
        for text in rules:
            found |= self._one(text, path)
        return sorted(found)

    def _one(self, text: str, path: str) -> set[int]:
        board = self.board
        everything = range(board.size)
        if text == "all":
            return set(everything)
        if text == "buildings":
            return {i for i in everything if board.building_of[i] >= 0}
        if match := _TERRAIN.fullmatch(text):
            if match[1] not in board.chart.terrains:
                raise ContentError(f"unknown terrain {match[1]!r}", self.where, path)
            return {i for i in everything if board.terrain[i].key == match[1]}
        if match := _MAP.fullmatch(text):
            return {i for i in everything if (board.specs[i].maps or (board.name,)) == (match[1],)}
        if match := _ROWS.fullmatch(text):
            rows = range(int(match[1]), int(match[2]) + 1)
            return {i for i in everything if (n := re.search(r"\d+$", board.names[i])) and int(n[0]) in rows}
        if match := _EAST.fullmatch(text):
            return self._east_of(match[1].split(), path)
        match = _WITHIN.fullmatch(text)
        middle = self._hex(match[3] if match else text, text, path)
        reach = int(match[2]) if match else 0
        near = {i for i, far in enumerate(board.distances(middle)) if far <= reach}
        return {i for i in near if board.building_of[i] >= 0} if match and match[1] else near

    def _hex(self, name: str, text: str, path: str) -> int:
        if name not in self.board.index:
            raise ContentError(f"{text!r} names no hex of the board", self.where, path)
        return self.board.index[name]

    def _east_of(self, line: list[str], path: str) -> set[int]:
        """Hexes to the right of a line of hexes that runs from north to south."""
        board = self.board
        road = [self._hex(name, name, path) for name in line]
        found = set()
        for i in range(board.size):
            same = [j for j in road if abs(board.ys[j] - board.ys[i]) <= 1]
            nearest = same or [min(road, key=lambda j: abs(board.ys[j] - board.ys[i]))]
            if i not in road and all(board.xs[i] > board.xs[j] for j in nearest):
                found.add(i)
        return found

    def hexes(self, rules: Sequence[str], path: str) -> tuple[str, ...]:
        """Names of the hexes of an area."""
        return tuple(self.board.names[i] for i in self.find(rules, path))

    def locations(self, rules: Sequence[str], path: str) -> tuple[str, ...]:
        """Names of the locations of an area: its hexes and the upper floors of its buildings (10.4.1)."""
        found = []
        floors = [text for text in rules if "/" in text]
        for i in self.find([text for text in rules if "/" not in text], path):
            found.append(self.board.names[i])
            if self.board.has_layer(i, UPPER):
                found.append(self.board.loc_name(i * LAYERS + UPPER))
        return (*found, *(f for f in floors if f not in found))

    def columns(self, rules: Sequence[str], path: str) -> tuple[str, ...]:
        """Hexes of columns such as "E-K"."""
        wanted: set[int] = set()
        for text in rules:
            first, _, last = text.partition("-")
            try:
                wanted.update(range(column_number(first), column_number(last or first) + 1))
            except (ValueError, IndexError):
                raise ContentError(f"{text!r} names no columns", self.where, path) from None
        return tuple(name for name, x in zip(self.board.names, self.board.xs, strict=True) if x // 3 in wanted)

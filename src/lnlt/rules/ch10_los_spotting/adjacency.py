"""10.4.1, 10.6: neighbours with floors, roofs, Bunkers, Caves and Tunnels [Q-040, Q-089, Q-095]."""

from __future__ import annotations

from lnlt.core.board import AIR, BUNKER, CAVE, GROUND, ROOF, TUNNEL, UPPER, Board


def floor(board: Board, loc: int) -> int | None:
    """Which level of its building a location is: 0 ground floor, 1 upper floor, above that the roof; None outside."""
    i, layer = loc >> 3, loc & 7
    if board.building_of[i] < 0 and not board.terrain[i].structure:
        return None
    if layer in (GROUND, UPPER):
        return layer
    return max(1, board.floors(i)) if layer == ROOF else None


def same_building(board: Board, i: int, j: int) -> bool:
    """10.2: whether two hexes belong to one building."""
    return board.building_of[i] >= 0 and board.building_of[i] == board.building_of[j]


def adjacent(board: Board, a: int, b: int) -> bool:
    """10.4.1: whether two locations are adjacent; within one hex this is range 1 [Q-040, Q-089].

    Same hex: directly above or below, and inside against outside of a Bunker or Cave. Next hex: everything, except
    other floors of the same building. Tunnels are adjacent to Tunnels and to the Cave above only.
    """
    i, j = a >> 3, b >> 3
    one, two = a & 7, b & 7
    if i == j:
        return a != b and _within(board, a, b)
    if j not in board.neighbours[i]:
        return False
    if TUNNEL in (one, two):
        return one == two or {one, two} == {TUNNEL, CAVE}
    if AIR in (one, two) or not same_building(board, i, j):
        return True
    return one == two or not {one, two} <= {GROUND, UPPER, ROOF}


def _within(board: Board, a: int, b: int) -> bool:
    one, two = sorted((a & 7, b & 7))
    if TUNNEL in (one, two):
        return {one, two} == {CAVE, TUNNEL}
    if two == AIR:
        return True
    if two in (BUNKER, CAVE):
        return one == GROUND
    below, above = floor(board, a), floor(board, b)
    if below is None or above is None:
        return {one, two} == {GROUND, UPPER} or {one, two} == {GROUND, ROOF}
    return abs(above - below) == 1


def sees_near(board: Board, a: int, b: int) -> bool:
    """10.3: sight within one hex and between neighbouring hexes: those who are adjacent see each other [Q-089]."""
    return a == b or adjacent(board, a, b)

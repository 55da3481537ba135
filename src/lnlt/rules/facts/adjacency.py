"""10.4.1, 10.6: neighbours with floors, roofs, Bunkers, Caves and Tunnels [Q-040, Q-089, Q-095]."""

from __future__ import annotations

from lnlt.core.board import AIR, BUNKER, CAVE, GROUND, ROOF, TUNNEL, UPPER, Board


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
    return one == two or max(one, two) > ROOF


def _within(board: Board, a: int, b: int) -> bool:
    one, two = sorted((a & 7, b & 7))
    if TUNNEL in (one, two):
        return {one, two} == {CAVE, TUNNEL}
    if two == AIR:
        return True
    if two in (BUNKER, CAVE):
        return one == GROUND
    return one == (UPPER if two == ROOF and board.floors(a >> 3) > 1 else GROUND)


def sees_near(board: Board, a: int, b: int) -> bool:
    """10.3: sight within one hex and between neighbouring hexes: those who are adjacent see each other [Q-089]."""
    return a == b or adjacent(board, a, b)

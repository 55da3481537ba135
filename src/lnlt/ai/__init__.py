"""Computer players: they use only the public engine and a side's View."""

from lnlt.ai.players import PLAYERS, Player, RandomPlayer, make_player

__all__ = ["PLAYERS", "Player", "RandomPlayer", "make_player"]

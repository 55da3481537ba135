"""Computer players: they use only the public engine and a side's View."""

from lnlt.ai.advice import Advice, Advised, advise
from lnlt.ai.levels import nodes_in
from lnlt.ai.players import PLAYERS, Player, RandomPlayer, make_player

__all__ = ["PLAYERS", "Advice", "Advised", "Player", "RandomPlayer", "advise", "make_player", "nodes_in"]

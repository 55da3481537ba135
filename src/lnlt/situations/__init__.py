"""Situations: small files with a position, scripted dice, orders and questions, and what must come out.

A shell above the engine: it translates files into set-ups, commands and comparisons and contains no rule of the game.
The format is explained in docs/situations.md.
"""

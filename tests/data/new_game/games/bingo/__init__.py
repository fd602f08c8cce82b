"""Bingo: a board of words for each seed, and the rules. The smallest complete game."""

from generator.games.base import Command, Game, Sheet

GAME = Game(
    name="bingo",
    default_sets=("party",),
    sheets=(Sheet("board", "sheets:board"), Sheet("rules", "sheets:rules", "run")),
    commands=(Command("bingo", "Print bingo: board, rules."),),
    roll_at="definition:roll",
    record_at="definition:record",
    chapter_at="",
)

"""The statistics of Magnetmen: estimates from many rolls, against the expected values."""

from generator.games.magnetmen.statistics.board_statistics import STATISTICS

__all__ = ["STATISTICS"]

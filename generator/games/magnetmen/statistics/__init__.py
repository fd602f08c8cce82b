"""The statistics of Magnetmen: what sets give in many rolls."""

from generator.games.magnetmen.statistics.study import STATISTICS

__all__ = ["STATISTICS"]

"""How far games have come, for whoever waits."""

from collections.abc import Callable

__all__ = ["Progress", "Tally", "in_silence"]

Progress = Callable[[int, int], None]  # hears how many games are finished, and about how many there will be


def in_silence(finished: int, total: int) -> None:
    """Nobody waits."""


class Tally:
    """Adds up the games that are finished."""

    def __init__(self, progress: Progress, total: int) -> None:
        self.finished = 0
        self.total = total
        self._progress = progress

    def __call__(self, games: int) -> None:
        """So many more; 0 tells that time goes by."""
        self.finished += games
        self._progress(self.finished, max(self.total, self.finished))

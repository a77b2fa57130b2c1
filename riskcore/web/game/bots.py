"""Bots at the table: they think in a thread, so that the page stays quick whatever they do there."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from riskcore.files.bots import PROGRAM, bot_maker
from riskcore.files.catalog import Catalog
from riskcore.game import Game
from riskcore.tape import derive_seed

__all__ = ["Bots", "in_thread"]

Answer = TypeVar("Answer")


async def in_thread(work: Callable[[], Answer]) -> Answer:
    """Do something in a thread of its own, which nobody waits for when the server ends."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Answer] = loop.create_future()

    def settle(answer: Any, error: BaseException | None) -> None:
        if not done.done():
            if error is None:
                done.set_result(answer)
            else:
                done.set_exception(error)

    def run() -> None:
        answer, error = None, None
        try:
            answer = work()
        except BaseException as raised:  # a bot is anybody's code
            error = raised if isinstance(raised, Exception) else RuntimeError(repr(raised))
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, answer, error)

    threading.Thread(target=run, daemon=True).start()
    return await done


class Bots:
    """The bots of one game. Each is begun anew when the game stands elsewhere than where it left off."""

    def __init__(self, plugin_files: tuple[str, ...], seed: int) -> None:
        self.catalog = Catalog(plugin_files)
        self._seed = seed
        self._seated: dict[tuple[int, str], Callable[[], tuple[Any, ...]]] = {}
        self._bots: dict[tuple[int, str], Any] = {}
        self._game: Game | None = None

    @property
    def names(self) -> list[str]:
        """The bots that a page may name: all but the one that runs a program."""
        return [name for name in self.catalog.bot_names() if name != PROGRAM]

    def order(self, name: str) -> int:
        """The standing order for defence of a bot."""
        order = bot_maker(name, self.catalog)().order
        return order if type(order) is int and order >= 0 else 0

    def decider(self, game: Game, seat: int, name: str) -> Callable[[], tuple[Any, ...]]:
        """What asks the bot in a seat for its move."""
        if self._game is not game:
            self._seated.clear()
            self._bots.clear()
            self._game = game
        key = (seat, name)

        def decide() -> tuple[Any, ...]:
            if key not in self._seated:
                bot = bot_maker(name, self.catalog)()
                view = game.view(seat)
                bot.start(view, derive_seed(self._seed, len(game.moves), seat))
                self._bots[key] = bot
                self._seated[key] = lambda: bot.decide(view)
            return self._seated[key]()

        return decide

    def why(self, seat: int, name: str) -> str:
        """What a bot says about its last decision, if it says anything."""
        say = getattr(self._bots.get((seat, name)), "why", None)
        return str(say()) if callable(say) else ""

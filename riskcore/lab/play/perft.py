"""Counting a game's tree: every legal move and every outcome of chance, so many moves deep, as chess programs do.

The numbers say whether two programs, or two versions of one, play by the same rules: where they differ, somebody reads
a rule otherwise, and the count of each first move says where to look.
"""

import hashlib
import json
from collections.abc import Hashable, Iterable
from random import Random
from typing import Any, NamedTuple

import attrs

from riskcore.chance import outcomes
from riskcore.errors import GameError
from riskcore.game import Game
from riskcore.positions.notation import position_key, position_text
from riskcore.rulebook import Rulebook
from riskcore.tape import derive_seed

__all__ = ["Branch", "Perft", "begun", "count_tree"]


class Branch(NamedTuple):
    """What lies beyond a first move: how many positions it may lead to at once, and leaves at the full depth."""

    move: str
    positions: int
    leaves: int
    digest: str


@attrs.frozen
class Perft:
    """The tree below a position: its leaves are rows of moves and outcomes of chance, `depth` moves long.

    A game that is over sooner is a leaf, too. Outcomes that lead to the same position are one. `digest` is of every
    move, every weight and every position at the leaves.
    """

    game: Game = attrs.field(repr=False)
    depth: int
    leaves: int
    digest: str
    divide: tuple[Branch, ...] = attrs.field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "variant": self.game.variant.id,
            "players": self.game.players,
            "position": self.game.position_text(),
            "depth": self.depth,
            "leaves": self.leaves,
            "digest": self.digest,
            "divide": [branch._asdict() for branch in self.divide],
        }


@attrs.frozen
class _Counter:
    """Counts; positions met again on another way are not counted anew."""

    known: dict[tuple[Hashable, int], tuple[int, str]] = attrs.field(factory=dict)

    def below(self, game: Game, depth: int) -> tuple[int, str]:
        """Leaves and digest of the tree below a position."""
        key = position_key(game.state), depth
        if key not in self.known:
            self.known[key] = self._count(game, depth)
        return self.known[key]

    def _count(self, game: Game, depth: int) -> tuple[int, str]:
        if depth == 0 or game.outcome is not None:
            return 1, _digest([position_text(game.state)])
        branches = [self.beyond(game, move, depth) for move in game.legal_moves]
        return sum(leaves for _, leaves, _ in branches), _digest(digest for *_, digest in branches)

    def beyond(self, game: Game, move: tuple[Any, ...], depth: int) -> tuple[int, int, str]:
        """Positions after a move, and leaves and digest beyond it."""
        ways = outcomes(game, move)
        below = [self.below(way.game, depth - 1) for way in ways]
        lines = [f"{way.weight} {digest}" for way, (_, digest) in zip(ways, below, strict=True)]
        return len(ways), sum(leaves for leaves, _ in below), _digest([json.dumps(move), *sorted(lines)])


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


def begun(rules: Rulebook, players: int, seed: int = 0, after: int = 0) -> Game:
    """A game after its set-up and so many moves that its seed draws from the legal ones."""
    game = Game(rules, players, seed, events=False)
    random = Random(derive_seed(seed, "perft"))
    for made in range(after):
        if game.outcome is not None:
            raise GameError(f"the game of seed {seed} is over after {made} moves")
        game.push(game.legal_moves.sample(random))
    return game


def count_tree(game: Game, depth: int) -> Perft:
    """Count the tree below a position."""
    game = game.copy()
    game.state.deck.sort()  # as after every move: see `outcomes`
    counter = _Counter()
    moves = list(game.legal_moves) if depth and game.outcome is None else []
    divide = tuple(Branch(game.words(move), *counter.beyond(game, move, depth)) for move in moves)
    leaves, digest = counter.below(game, depth)
    return Perft(game, depth, leaves, digest, divide)

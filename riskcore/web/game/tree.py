"""A game with all that was ever tried in it: a tree of positions, each reached by a move or set up by hand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from riskcore.events import Event
from riskcore.game import Game
from riskcore.logs.game_tree import Step
from riskcore.rulebook import Rulebook
from riskcore.text.narrate import player_names
from riskcore.web.game.causes import Cause, Causes
from riskcore.web.game.story import Line, tell
from riskcore.web.game.study import Standings

__all__ = ["GameTree", "Node"]

_EVERY = 24  # positions between two that are kept ready to go on from


@attrs.define
class Node:
    """A position: what it came from, by whose move, and what happened; the first one has no parent."""

    number: int
    parent: int
    mover: int  # -1 where nobody moved
    move: tuple[Any, ...] | None
    position: Mapping[str, Any] | str | None  # set up by hand
    events: Sequence[Event]
    story: list[Line]
    turn: int
    round: int
    player: int  # whose turn it is
    depth: int
    secret: bool = False  # decided by the mover in secret
    causes: Sequence[Cause] = ()  # the rules at work
    standing: bytes = b""  # how everybody stands, as all can see it
    last_child: int = -1  # where "redo" leads

    def to_step(self) -> dict[str, Any]:
        """The way here from the position before, as a log has it."""
        way = {"move": self.move} if self.position is None else {"position": self.position}
        return {**way, "after": self.parent}


class GameTree:
    """The tree, and where in it the game stands. A move made before the end begins a branch of its own."""

    def __init__(self, rules: Rulebook, players: int, seed: int, orders: Sequence[int]) -> None:
        self.rules = rules
        self.players = players
        self.seed = seed
        self.orders = tuple(orders)
        self.causes = Causes(rules)
        self.names = player_names(players, rules.owners(players))
        self.game = Game(self.causes.rules, players, seed, orders=self.orders)
        self.nodes: list[Node] = []
        self.here = 0
        self._kept: dict[int, Game] = {}
        self._standings = Standings(rules, players)
        self._grow(-1, -1, None, None, self.game.opening, [])

    @property
    def node(self) -> Node:
        """Where the game stands."""
        return self.nodes[self.here]

    def push(self, move: tuple[Any, ...]) -> Node:
        """Make a move here; one that was made here before leads where it led then."""
        for child in self._children(self.here):
            if child.move == move:
                self.go(child.number)
                return child
        mover, spectator = self.game.to_move, self.game.view(None)
        secret = mover is not None and spectator.to_move is None
        told = tell(spectator, self.names)
        turn = spectator.turn_player, spectator.round
        self.causes.start(self.game.state)
        events = self.game.push(move)
        causes = self.causes.behind(str(move[0]), events, turn)
        node = self._grow(self.here, -1 if mover is None else mover, move, None, events, told(events))
        node.secret = secret
        node.causes = () if secret else causes
        return node

    def set_up(self, position: Mapping[str, Any] | str) -> Node:
        """Go on from a position set up by hand, as a branch from here."""
        self.game = self._built(position)
        state = self.game.state
        words: Line = (state.player, state.round, "The position was set up by hand.")
        return self._grow(self.here, -1, None, position, (), [words])

    def replay(self, steps: Iterable[Step]) -> None:
        """Do again what a log says, from the beginning on."""
        for step in steps:
            self.go(step.after)
            if step.move is not None:
                self.push(step.move)
            elif step.position is not None:
                self.set_up(step.position)

    def go(self, number: int) -> None:
        """Stand at another position; moves made from there branch off."""
        if number != self.here:
            self.game = self.at(number)
            self.here = number
            self._remember_way(number)

    def at(self, number: int) -> Game:
        """The game as it was at a position; the caller's own."""
        way: list[Node] = []
        node = self.nodes[number]
        while node.number not in self._kept:
            way.append(node)
            node = self.nodes[node.parent]
        game = self._kept[node.number].copy()
        for node in reversed(way):
            if node.position is not None:
                game = self._built(node.position)
            elif node.move is not None:
                game.push(node.move)
        return game

    def line(self) -> list[int]:
        """The positions from the first one through here to where moves taken back led."""
        line = list(self._up(self.here))[::-1]
        node = self.nodes[line[-1]]
        while node.last_child >= 0:
            node = self.nodes[node.last_child]
            line.append(node.number)
        return line

    def _built(self, position: Mapping[str, Any] | str) -> Game:
        game = Game.from_position(self.causes.rules, self.players, position, self.seed)
        game.state.orders[:] = self.orders
        return game

    def _grow(
        self,
        parent: int,
        mover: int,
        move: tuple[Any, ...] | None,
        position: Mapping[str, Any] | str | None,
        events: Sequence[Event],
        story: list[Line],
    ) -> Node:
        state = self.game.state
        depth = self.nodes[parent].depth + 1 if parent >= 0 else 0
        number = len(self.nodes)
        turn, rounds, player = state.turn, state.round, state.player
        node = Node(number, parent, mover, move, position, tuple(events), story, turn, rounds, player, depth)
        node.standing = self._standings.row(self.game)
        self.nodes.append(node)
        self.here = number
        if parent >= 0:
            self.nodes[parent].last_child = number
        if depth % _EVERY == 0:
            self._kept[number] = self.game.copy()
        return node

    def _children(self, number: int) -> Iterator[Node]:
        """Only what was tried after this position can come from it."""
        if self.nodes[number].last_child >= 0:
            yield from (node for node in self.nodes[number + 1 :] if node.parent == number)

    def _up(self, number: int) -> Iterator[int]:
        while number >= 0:
            yield number
            number = self.nodes[number].parent

    def _remember_way(self, number: int) -> None:
        child = number
        for parent in self._up(self.nodes[number].parent):
            self.nodes[parent].last_child = child
            child = parent

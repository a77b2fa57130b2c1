"""What a page gets: once what is played and by whom, then each position as one viewer may see it."""

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from riskcore.cards import Card
from riskcore.dice import faces_of
from riskcore.events import Event
from riskcore.frames import PHASE, Frame
from riskcore.game import Game
from riskcore.notation.names import Names
from riskcore.pages.board_svg import board_svg
from riskcore.phases.battle import NOT_THROWN, BattleFrame
from riskcore.rulebook import Rulebook
from riskcore.web.game.choices import decision
from riskcore.web.game.kept import kept_facts
from riskcore.web.game.numbering import Numbering
from riskcore.web.game.tree import GameTree, Node
from riskcore.web.session import GameSession, Guest

__all__ = ["about", "board_picture", "nodes", "position"]


def about(session: GameSession, guest: Guest) -> dict[str, Any]:
    """What stays the same for a whole game."""
    rules = session.tree.rules
    board = rules.board
    return {
        "name": session.variant.name,
        "summary": session.variant.summary,
        "id": session.variant.id,
        "seed": session.tree.seed if guest.host and session.alone else None,  # whoever knows it can work out all cards
        "players": session.tree.players,
        "span": [session.variant.players.min, session.variant.players.max],
        "names": list(session.tree.names),
        "board": {
            "svg": board_picture(rules),
            "territories": list(board.territories),
            "continents": list(board.continents),
            "bonuses": list(board.bonuses),
            "continent_of": list(board.continent_of),
            "neighbours": [list(near) for near in board.neighbours],
        },
        "deck": [_card(card) for card in rules.deck],
        "phases": [phase.name for phase in rules.turn],
        "bots": session.bots.names if guest.host else [],
        "host": guest.host,
        "own": list(guest.seats),
    }


def board_picture(rules: Rulebook) -> str:
    """The board without anything on it."""
    empty = [""] * len(rules.board.territories)
    return board_svg(rules.board, empty, ["\u2002"] * len(empty))


def position(session: GameSession, guest: Guest, sitting: int | None) -> dict[str, Any]:
    """The game as it stands, for somebody who sits in a seat or looks on."""
    tree = session.tree
    shown = seen(tree, tree.game, sitting)
    return {
        **shown,
        "here": tree.here,
        "tip": tree.line()[-1],
        "sitting": sitting,
        "decision": _decision(tree.game, guest, sitting, tree.game.to_move),
        "seats": [_seat(session, guest, number) for number in range(tree.players)],
        "pace": session.pace,
        "paused": session.paused,
        "trouble": session.trouble,
    }


def seen(tree: GameTree, game: Game, sitting: int | None) -> dict[str, Any]:
    """A position of a game as a viewer sees it."""
    view = game.view(sitting)
    rules = game.rules
    shown = view.to_dict()
    frames = shown["frames"]
    phase = rules.phases[frames[-1][PHASE]] if frames else None
    income = [
        view.ask(rules.reinforcement, player) if view.alive[player] and game.state.turn else 0
        for player in range(game.players)
    ]
    names = Names(rules, tree.names[: tree.players], tree.names[tree.players :])
    return {
        "view": shown,
        "phase": "" if phase is None else phase.words or phase.name,
        "income": income,
        "kept": [attrs.asdict(fact) for fact in kept_facts(shown["data"], names)],
        "battle": _battle(frames),
    }


def _battle(frames: Iterable[Frame]) -> dict[str, Any] | None:
    """The battle that is fought, with its dice as far as they are chosen and thrown."""
    frame = next((frame for frame in reversed([*frames]) if frame[PHASE] == BattleFrame.phase), None)
    if frame is None:
        return None
    told = BattleFrame.named(frame)
    thrown = told["roll"] != NOT_THROWN
    sides = faces_of(told["roll"], told["attack_dice"], told["defence_dice"]) if thrown else ([], [])
    attack, defence = (sorted(side, reverse=True) for side in sides)
    return {
        "source": told["source"],
        "target": told["target"],
        "dice": [told["attack_dice"], told["defence_dice"]],
        "attack": attack,
        "defence": defence,
    }


def nodes(
    new: Sequence[tuple[Node, int, bool]], numbers: Numbering, viewer: int | None, drawn: int
) -> list[dict[str, Any]]:
    """Positions for the tree and the log, as a guest numbers them; the last ones with what happened, to be drawn."""
    return [
        {
            "n": shown,
            "more": folded,
            "parent": numbers.shown(node.parent),
            "depth": numbers.depth(shown),
            "mover": node.mover,
            "round": node.round,
            "turn": node.turn,
            "player": node.player,
            "story": [list(line) for line in node.story],
            "causes": [[cause.rule, cause.ids, cause.turn] for cause in node.causes],
            "events": _events(node.events, viewer) if left <= drawn else [],
        }
        for left, (node, shown, folded) in zip(range(len(new), 0, -1), new, strict=True)
    ]


def _events(events: Iterable[Event], viewer: int | None) -> list[list[Any]]:
    return [list(event.seen_by(viewer)) for event in events]


def _decision(game: Game, guest: Guest, sitting: int | None, to_move: int | None) -> dict[str, Any] | None:
    """The decision that waits, if it is the guest's; one that shows or makes a secret only to who sits there."""
    if to_move not in guest.seats:
        return None
    asked = decision(game)
    if sitting != to_move and (asked["secret"] or asked["held"]):
        return {"seat": to_move, "words": asked["words"], "curtain": True}
    return asked


def _seat(session: GameSession, guest: Guest, number: int) -> dict[str, Any]:
    seat = session.seats[number]
    told = {"who": seat.who}
    return {**told, "token": seat.token} if guest.host and seat.token else told


def _card(card: Card) -> list[Any]:
    return [card.insignia, card.territory]

"""Mission Risk 2004: four secret missions each, claimed one a turn; sets are worth what their insignia say."""

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

import attrs
from attrs.validators import ge

from riskcore import (
    DECIDER,
    PHASE,
    Action,
    AddedAction,
    Board,
    Component,
    Data,
    Event,
    Frame,
    Move,
    Outcome,
    Phase,
    State,
    Table,
    View,
    WinCheck,
    bare_frame,
    domains,
    hookimpl,
)
from riskcore.cards import INSIGNIA, WILD
from riskcore.flow import check_win, close
from riskcore.moves import Done
from riskcore.rules import Interests, Progress
from riskcore.sequences import insert_after
from riskcore.words import listed, spelled

from .deck_file import Mission, MissionDeck, deck_schema, load_deck
from .feats import FEATS, note_capture, note_elimination

__all__ = ["ClaimMission", "InsigniaSets", "MissionShown", "Missions"]

_AFTER_PLACING = ("attack", "fortify")  # the decisions of a turn at which a mission may be claimed
_LAST = ("place", "attack", "fortify", "card")  # the steps of a turn that the last chance to claim comes after


class ClaimMission(Move, kind="claim mission"):
    """Lay your mission of a pile on the table as achieved; piles count from 0, the easiest."""

    pile: int = domains.count(0)


class MissionShown(Event, kind="mission shown", told="{player} has achieved {mission}: {words}"):
    """A mission that its holder has achieved, and that everybody may read now."""

    player: int = domains.owner()
    mission: str = domains.text()
    words: str = domains.text()


@attrs.frozen(eq=False)
class Missions:
    """Secret missions from several piles; whoever has claimed one of each first wins."""

    conflicts: ClassVar[tuple[str, ...]] = ("secret-mission",)
    conflict_reason: ClassVar[str] = "both deal missions; a game is won by one kind of them"
    deck_file: Path = attrs.field(
        alias="deck",
        default=Path("decks/missions-2004.toml"),
        metadata={"help": "the file with the missions and their piles", "schema": deck_schema},
    )
    claims_per_turn: int = attrs.field(
        default=1, validator=ge(1), metadata={"help": "missions that a player may claim in one turn"}
    )

    @hookimpl(wrapper=True)
    def setup(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """But before anything else everybody draws one mission of each pile, in secret; the others stay unseen in the
        box. The missions of an eliminated player stay secret and go to nobody. [M04-1, M04-3, M04-5]
        """
        return ("draw missions", *(yield))

    @hookimpl(wrapper=True)
    def turn(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """In their own turn, any time after placing their armies, players may claim missions whose objective they have
        achieved, {self.claims_in_words} a turn. What a mission asks to hold must be held at that moment; what it asks
        to do may have been done in an earlier turn. Claimed missions lie face up. [M04-4]
        """
        steps = yield
        return insert_after(steps, [step for step in steps if step in _LAST][-1], "claim missions")

    @hookimpl(wrapper=True)
    def win_condition(self) -> Generator[None, tuple[WinCheck, ...], tuple[WinCheck, ...]]:
        """Besides, whoever has claimed their missions of every pile wins at once. [M04-4]"""
        return (*(yield), WinCheck(("claim",), _all_claimed))

    @property
    def claims_in_words(self) -> str:
        """How many."""
        return "but only one" if self.claims_per_turn == 1 else f"up to {spelled(self.claims_per_turn)}"

    @hookimpl
    def phases(self, board: Board) -> tuple[Phase | AddedAction, ...]:
        """A mission may be claimed while attacking, before fortifying, and at the end of the turn."""
        claims = _Claims(load_deck(self.deck_file, board), self.claims_per_turn)
        claim = Action(ClaimMission, claims.legal, claims.play, advice=claims.advise)
        last_chance = Phase(
            "claim missions",
            claims.enter,
            (claim, Action(Done, _may_decline, _decline)),
            words="claim a mission that is achieved",
            secret=claims.any_left,
        )
        added = [AddedAction(phase, claim) for phase in _AFTER_PLACING]
        return (Phase("draw missions", claims.draw, words="draw missions"), last_chance, *added)

    @hookimpl
    def events(self) -> tuple[type[Event], ...]:
        """That a mission is claimed."""
        return (MissionShown,)

    @hookimpl
    def data(self, board: Board) -> tuple[Data, ...]:
        """The missions not yet claimed, by pile; those claimed; in which turn the last one was, and how many then."""
        deck = load_deck(self.deck_file, board)
        mission = domains.word("", *deck.missions)
        redraw, mismatch = partial(_redraw, deck=deck), partial(_mismatch, deck=deck)
        return (
            Data("missions", _nothing_yet, seen="own", redraw=redraw, entries=mission, mismatch=mismatch),
            Data("missions-claimed", _nothing_yet, seen="public", entries=mission),
            Data("missions-this-turn", lambda players, owners: [0, 0], seen="public", entries=domains.count()),
            FEATS,
        )

    @hookimpl
    def components(self, board: Board) -> tuple[Component, ...]:
        """A card for each mission."""
        deck = load_deck(self.deck_file, board)
        piles = [f"{len(deck.in_pile(number))} {pile}" for number, pile in enumerate(deck.piles)]
        return (Component("Mission cards", f"{len(deck.missions)}, in piles by rank: {listed(piles)}"),)

    @hookimpl
    def appendix(self, board: Board) -> tuple[Table, ...]:
        """The missions, pile by pile."""
        deck = load_deck(self.deck_file, board)
        return tuple(
            Table(f"Missions: {pile}", ("mission", "what to achieve"), deck.listing(deck.in_pile(number)))
            for number, pile in enumerate(deck.piles)
        )

    @hookimpl
    def captured(self) -> Callable[[State, int, int, int], None]:
        """A mission to capture territories stays achieved, even if they are lost again before it is claimed. [M04-4]"""
        return note_capture

    @hookimpl
    def eliminated(self) -> Callable[[State, int, int], None]:
        """A mission to eliminate players stays achieved until it is claimed. [M04-4]"""
        return note_elimination

    @hookimpl
    def interests(self, board: Board) -> Interests:
        """Players want what their unclaimed missions need."""
        deck = load_deck(self.deck_file, board)

        def wanted(view: View, player: int) -> dict[int, float]:
            worth: dict[int, float] = {}
            for name in view.data["missions"][player] or ():
                objective = deck.missions[name].objective if name else None
                if objective is not None and not (objective.event and view.ask(objective.holds, player)):
                    found = objective.wanted(view, player)
                    for place in found if worth else ():
                        found[place] += worth.get(place, 0.0)
                    worth |= found
            return worth

        return wanted

    @hookimpl
    def progress(self, board: Board) -> Progress:
        """The missions that are claimed; of one's own also how far the others are."""
        deck = load_deck(self.deck_file, board)

        def near(view: View, player: int) -> float:
            done = len(view.data["missions-claimed"][player])
            names = view.data["missions"][player] or ()
            begun = sum(deck.missions[name].objective.progress(view, player) for name in names if name)
            return min(1.0, (done + 0.5 * begun) / len(deck.piles))

        return near


def _nothing_yet(players: int, owners: int) -> list[list[str]]:
    return [[] for _ in range(players)]


def _all_claimed(state: State) -> Outcome | None:
    """Only whoever has just claimed can have claimed the last one."""
    claimed = state.data["missions-claimed"][state.player]
    return Outcome(state.player, "missions") if claimed and not any(state.data["missions"][state.player]) else None


def _redraw(state: State, player: int | None, deck: MissionDeck) -> None:
    """Give the others any missions that neither this player has nor anybody has claimed."""
    missions = state.data["missions"]
    own = missions[player] if player is not None else ()
    pools = [*map(list, deck.piles_for(state.players))]
    for pile, name in enumerate(own):
        if name in pools[pile]:
            pools[pile].remove(name)
    for claimed in state.data["missions-claimed"]:
        for name in claimed:
            pool = pools[deck.missions[name].pile]
            if name in pool:  # it may be one's own as well, in a scenario
                pool.remove(name)
    hidden = [names for names in missions if names and names is not own]
    numbers = state.numbers(len(hidden) * len(pools))
    at = 0
    for names in hidden:
        for pile, name in enumerate(names):
            if name:
                pool = pools[pile]
                names[pile] = pool.pop(int(numbers[at] * len(pool)))
                at += 1


def _mismatch(state: State, deck: MissionDeck) -> str | None:
    """No more missions than there are: those who imagine a game must have some to draw."""
    drawn = state.data["missions"]
    for player, names in enumerate(drawn):
        if len(names) > len(deck.piles):
            return f"player {player} has missions of {len(names)} piles; there are {len(deck.piles)}"
    claimed = [name for names in state.data["missions-claimed"] for name in names]
    if "" in claimed:
        return "a mission without a name is claimed"
    kept = [pile for names in drawn for pile, name in enumerate(names) if name]
    return deck.too_many(state.players, kept + [deck.missions[name].pile for name in claimed])


@attrs.frozen(eq=False)
class _Claims:
    """Drawing and claiming for one deck."""

    deck: MissionDeck
    per_turn: int

    def draw(self, state: State, player: int) -> None:
        """Everybody draws one of each pile."""
        for pile in range(len(self.deck.piles)):
            for owner, name in enumerate(self.deck.draw(state, self.deck.piles_for(state.players)[pile])):
                state.data["missions"][owner].append(name)

    def enter(self, state: State, player: int) -> None:
        """The last chance of a turn; nobody is asked who has nothing to claim."""
        frame = bare_frame("claim missions", player)
        if self.any_left(state, frame):
            state.frames.append(frame)

    def any_left(self, state: State, frame: Frame) -> bool:
        """Whether whoever is asked has anything to claim, which others must not see."""
        return bool(self.claimable(state, frame[DECIDER]))

    def claimable(self, state: State, player: int) -> list[int]:
        """The piles whose mission the player may claim now."""
        turn, claims = state.data["missions-this-turn"]
        if turn == state.turn and claims >= self.per_turn:
            return []
        names = state.data["missions"][player]
        return [pile for pile, name in enumerate(names) if name and self._mission(name).objective.holds(state, player)]

    def _mission(self, name: str) -> Mission:
        return self.deck.missions[name]

    def legal(self, state: State, frame: Frame) -> Iterator[Move]:
        """A claim for each achieved mission."""
        return (ClaimMission(pile) for pile in self.claimable(state, frame[DECIDER]))

    def play(self, state: State, frame: Frame, move: tuple[str, int]) -> str | None:
        """Lay the mission open; the last one wins."""
        player, pile = frame[DECIDER], move[1]
        names = state.data["missions"][player]
        if pile >= len(names) or not names[pile]:
            return f"the player has no unclaimed mission of pile {pile}"
        name = names[pile]
        if pile not in self.claimable(state, player):
            if not self._mission(name).objective.holds(state, player):
                return f"the mission {name!r} is not achieved: {self._mission(name).words}"
            return f"at most {self.per_turn} a turn may be claimed"
        names[pile] = ""
        state.data["missions-claimed"][player].append(name)
        turn, claims = state.data["missions-this-turn"]
        state.data["missions-this-turn"][:] = [state.turn, claims + 1 if turn == state.turn else 1]
        state.tell(MissionShown(player, name, self._mission(name).words))
        if not check_win(state, "claim") and frame[PHASE] == "claim missions" and not self.claimable(state, player):
            close(state)
        return None

    def advise(self, view: View, frame: Frame) -> Move | None:
        """Claim as soon as possible: what could be lost again before what is done, and the hardest first."""
        piles = view.ask(self.claimable, frame[DECIDER])
        names = view.data["missions"][frame[DECIDER]]
        best = max(piles, key=lambda pile: (not self._mission(names[pile]).objective.event, pile), default=None)
        return None if best is None else ClaimMission(best)


def _may_decline(state: State, frame: Frame) -> Iterator[Move]:
    yield Done()


def _decline(state: State, frame: Frame, move: object) -> str | None:
    close(state)
    return None


@attrs.frozen(eq=False)
class InsigniaSets:
    """Sets that always bring the same, by what the cards show."""

    role: ClassVar[str] = "edition"
    infantry: int = attrs.field(default=4, validator=ge(0), metadata={"help": "armies for three infantry"})
    cavalry: int = attrs.field(default=6, validator=ge(0), metadata={"help": "armies for three cavalry"})
    artillery: int = attrs.field(default=8, validator=ge(0), metadata={"help": "armies for three artillery"})
    mixed: int = attrs.field(default=10, validator=ge(0), metadata={"help": "armies for one of each"})

    @hookimpl
    def set_value(self) -> Callable[[State, int, Sequence[int]], int]:
        """What a set brings depends on what it shows: three infantry bring {self.infantry_in_words}, three cavalry
        {self.cavalry}, three artillery {self.artillery}, and one of each {self.mixed}. A wild card counts as whatever
        pays best. [M04-2]
        """
        alike = {"infantry": self.infantry, "cavalry": self.cavalry, "artillery": self.artillery}
        mixed = self.mixed

        def value(state: State, player: int, cards: Sequence[int]) -> int:
            deck = state.rules.deck
            shown = [insignia for card in cards if (insignia := deck[card].insignia) != WILD]
            kinds = set(shown)
            values = [alike[kind] for kind in INSIGNIA if kinds <= {kind}]
            if len(kinds) == len(shown):
                values.append(mixed)
            return max(values)

        return value

    @property
    def infantry_in_words(self) -> str:
        """What the first kind brings."""
        return f"{self.infantry} {'army' if self.infantry == 1 else 'armies'}"

"""House rules that no bot has heard of: nothing here says what they make valuable or what to do about them."""

from collections.abc import Callable, Generator, Sequence

import attrs
from attrs.validators import ge, min_len

from riskcore import (
    DECIDER,
    Action,
    Board,
    Data,
    Dice,
    Event,
    Frame,
    Move,
    Outcome,
    Phase,
    State,
    TerritoryName,
    WinCheck,
    bare_frame,
    domains,
    hookimpl,
)
from riskcore.flow import close
from riskcore.rules import steady
from riskcore.sequences import insert_before

_Refusal = Callable[[State, int, int, int], str | None]
_Number = Callable[[State, int], int]


def _names(*names: str) -> tuple[TerritoryName, ...]:
    return tuple(map(TerritoryName, names))


def _in_words(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


@attrs.frozen(eq=False)
class SupplyLines:
    """Armies that outrun their supplies halt."""

    reach: int = attrs.field(default=1, validator=ge(1), metadata={"help": "borders that supplies cross in a turn"})

    @hookimpl
    def data(self, board: Board) -> tuple[Data, ...]:
        """By territory, the turn in which it was captured last; 0 if it never was."""
        never = [0] * len(board.territories)
        return (Data("supply lines", lambda players, owners: never[:], seen="public", entries=domains.count()),)

    @hookimpl
    def captured(self) -> Callable[[State, int, int, int], None]:
        """A captured territory is marked until the end of the turn."""

        def mark(state: State, player: int, target: int, victim: int) -> None:
            state.data["supply lines"][target] = state.turn

        return mark

    @hookimpl(wrapper=True)
    def attack_refusal(self, board: Board) -> Generator[None, _Refusal, _Refusal]:
        """A territory captured this turn can be attacked from only if it is in supply: one that the player has held
        since the turn began is {self.distance} away, by way of the player's own territories.
        """
        rule = yield

        def refusal(state: State, player: int, source: int, target: int) -> str | None:
            if not self._supplied(state, source):
                return f"{board.territories[source]} is out of supply until the next turn"
            return rule(state, player, source, target)

        return steady(refusal, rule)

    @property
    def distance(self) -> str:
        """How far supplies go, in words."""
        return "one border" if self.reach == 1 else f"at most {self.reach} borders"

    def _supplied(self, state: State, source: int) -> bool:
        captured = state.data["supply lines"]
        seen, edge = {source}, {source}
        for _ in range(self.reach + 1):
            if any(captured[place] != state.turn for place in edge):
                return True
            near = {place for here in edge for place in state.board.neighbours[here]}
            edge = {place for place in near - seen if state.owner[place] == state.owner[source]}
            seen |= edge
        return False


LEVY, PLUNDER, ENTRENCH = DOCTRINES = ("levy", "plunder", "entrench")


class Adopt(Move, kind="adopt"):
    """Choose the doctrine of a turn."""

    doctrine: str = domains.word(*DOCTRINES)


class Adopted(Event, kind="adopted"):
    """A player has a doctrine."""

    player: int = domains.player()
    doctrine: str = domains.word(*DOCTRINES)


@attrs.frozen(eq=False)
class Doctrines:
    """Every turn is fought by a doctrine of the player's choice."""

    armies: int = attrs.field(default=2, validator=ge(0), metadata={"help": "armies that a levy brings"})
    cards: int = attrs.field(default=1, validator=ge(0), metadata={"help": "cards more that plunder brings"})

    @hookimpl(wrapper=True)
    def turn(self) -> Generator[None, tuple[str, ...], tuple[str, ...]]:
        """A turn begins with the choice of a doctrine, which holds until the player's next turn."""
        phases = yield
        return insert_before(phases, "reinforce", "doctrine")

    @hookimpl
    def phases(self) -> tuple[Phase, ...]:
        """A player chooses levy, plunder or entrenchment; none may be left out."""
        adopt = Action(Adopt, lambda state, frame: map(Adopt, DOCTRINES), _adopt)
        return (Phase("doctrine", _ask, (adopt,), words="choose a doctrine"),)

    @hookimpl
    def events(self) -> tuple[type[Event], ...]:
        """That a doctrine was chosen."""
        return (Adopted,)

    @hookimpl
    def data(self) -> tuple[Data, ...]:
        """By owner, the doctrine that holds; no word before the first turn."""
        words = domains.word("", *DOCTRINES)
        return (Data("doctrines", lambda players, owners: [""] * owners, seen="public", entries=words),)

    @hookimpl(wrapper=True)
    def reinforcement(self) -> Generator[None, _Number, _Number]:
        """Levy: {self.armies} more armies at the start of the turn."""
        rule = yield

        def levied(state: State, player: int) -> int:
            return rule(state, player) + self.armies * (_doctrine(state, player) == LEVY)

        return levied

    @hookimpl(wrapper=True)
    def card_award(self) -> Generator[None, _Number, _Number]:
        """Plunder: whoever earns a card at the end of the turn takes {self.cards} more."""
        rule = yield

        def plundered(state: State, player: int) -> int:
            cards = rule(state, player)
            return cards + self.cards * (cards > 0 and _doctrine(state, player) == PLUNDER)

        return plundered

    @hookimpl(wrapper=True)
    def dice(self) -> Generator[None, Dice, Dice]:
        """Entrenchment: until the player's next turn, three armies or more defend themselves with up to three dice."""
        dice = yield

        @steady
        def entrenched(state: State, source: int, target: int) -> int:
            most = dice.defence(state, source, target)
            return max(most, 3) if _doctrine(state, state.owner[target]) == ENTRENCH else most

        return attrs.evolve(dice, defence=steady(entrenched, dice.defence))


def _doctrine(state: State, owner: int) -> str:
    doctrine: str = state.data["doctrines"][owner]
    return doctrine


def _ask(state: State, player: int) -> None:
    state.frames.append(bare_frame("doctrine", player))


def _adopt(state: State, frame: Frame, move: Adopt) -> None:
    player = frame[DECIDER]
    state.data["doctrines"][player] = move[1]
    state.tell(Adopted(player, move[1]))
    close(state)


@attrs.frozen(eq=False)
class Strongholds:
    """A few places rule the world."""

    strongholds: tuple[TerritoryName, ...] = attrs.field(
        default=_names("Alaska", "Brazil", "Ukraine", "South Africa", "Siam", "Japan"),
        validator=min_len(1),
        metadata={"help": "the territories that count"},
    )
    needed: int = attrs.field(default=4, validator=ge(1), metadata={"help": "strongholds that win"})
    from_round: int = attrs.field(default=3, validator=ge(1), metadata={"help": "the first round that can be won in"})

    def __attrs_post_init__(self) -> None:
        if self.needed > len(set(self.strongholds)):
            raise ValueError(f"needed = {self.needed}: there are only {len(set(self.strongholds))} strongholds")

    @hookimpl(wrapper=True)
    def win_condition(self, board: Board) -> Generator[None, tuple[WinCheck, ...], tuple[WinCheck, ...]]:
        """From round {self.from_round} on, whoever holds {self.needed} of the strongholds when their own turn begins
        has won. Strongholds are {self.in_words}.
        """
        checks = yield
        places = sorted({board.territory(name) for name in self.strongholds})

        def held(state: State) -> Outcome | None:
            number = sum(state.owner[place] == state.player for place in places)
            won = state.round >= self.from_round and number >= self.needed
            return Outcome(state.player, "strongholds") if won else None

        return (*checks, WinCheck(("turn start",), held, revocable=True))

    @property
    def in_words(self) -> str:
        """The strongholds."""
        return _in_words(self.strongholds)


@attrs.frozen(eq=False)
class Harbours:
    """Trade across the sea pays for armies."""

    harbours: tuple[TerritoryName, ...] = attrs.field(
        default=_names(
            "Western United States", "Iceland", "Great Britain", "Brazil", "North Africa", "Madagascar", "Siam", "Japan"
        ),
        validator=min_len(1),
        metadata={"help": "territories with a harbour"},
    )
    partners: int = attrs.field(default=2, validator=ge(1), metadata={"help": "harbours of a player's that trade"})

    @hookimpl(wrapper=True)
    def reinforcement(self, board: Board) -> Generator[None, _Number, _Number]:
        """Whoever holds {self.partners} harbours or more gets an army for each of them at the start of the turn. There
        are harbours in {self.in_words}.
        """
        rule = yield
        places = sorted({board.territory(name) for name in self.harbours})

        def with_trade(state: State, player: int) -> int:
            held = sum(state.owner[place] == player for place in places)
            return rule(state, player) + (held if held >= self.partners else 0)

        return with_trade

    @property
    def in_words(self) -> str:
        """The harbours."""
        return _in_words(self.harbours)

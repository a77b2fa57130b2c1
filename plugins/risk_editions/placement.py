"""Set-up steps that editions share: rolling for the start, starting armies, the shuffled deck, placing in turns."""

from collections import Counter
from collections.abc import Iterator

from riskcore import DECIDER, Action, Frame, Move, Phase, State, bare_frame
from riskcore.events import Rolled
from riskcore.flow import close
from riskcore.moves import Place
from riskcore.phases import hand_over, lose, put, receive, room
from riskcore.state import NOBODY
from riskcore.words import listed

__all__ = ["MUSTER", "deal_territories", "give_starting_armies", "roll_off", "starting_words"]


def roll_off(state: State, reason: str) -> int:
    """Everybody rolls a die; the highest wins, ties roll again."""
    rolling = list(range(state.players))
    while len(rolling) > 1:
        rolls = {player: state.roll() for player in rolling}
        for player, face in rolls.items():
            state.tell(Rolled(player, (face,), reason))
        rolling = [player for player in rolling if rolls[player] == max(rolls.values())]
    return rolling[0]


def give_starting_armies(state: State, armies: dict[str, int]) -> None:
    """Fill every player's reserve, less what stands on the board; by the number of players."""
    start = armies.get(str(state.players), 50 - 5 * state.players)
    for player in range(state.players):
        receive(state, player, max(0, start - state.held[player]), "starting armies")


def starting_words(armies: dict[str, int]) -> str:
    """A table of starting armies as a phrase."""
    cases = [f"{number} if there are {players}" for players, number in sorted(armies.items())]
    return f"a number of armies that depends on the number of players: {listed(cases)}"


def deal_territories(state: State, owners: list[int]) -> None:
    """Shuffle the territories that nobody has and deal them round, one army on each."""
    territories = [territory for territory, owner in enumerate(state.owner) if owner == NOBODY]
    state.shuffle(territories)
    dealt = [owners[number % len(owners)] for number in range(len(territories))]
    for owner, armies in sorted(Counter(dealt).items()):
        receive(state, owner, armies, "the deal")
    for owner, territory in zip(dealt, territories, strict=True):
        hand_over(state, territory, owner)
        put(state, owner, territory, 1)


def _enter(state: State, player: int) -> None:
    state.frames.append(bare_frame("muster", state.first if player == NOBODY else player))
    if not _find_turn(state, state.frames[-1]):
        state.frames.pop()


def _find_turn(state: State, frame: Frame) -> bool:
    """Let the next player place who has an army and room for it; armies without room are lost."""
    for player in state.seats_from(frame[DECIDER]):
        if state.reserve[player]:
            if any(room(state, territory) for territory in state.territories_of(player)):
                frame[DECIDER] = player
                return True
            lose(state, player, state.reserve[player])
    return False


def _legal(state: State, frame: Frame) -> Iterator[Move]:
    for territory in state.territories_of(frame[DECIDER]):
        if room(state, territory):
            yield Place(territory, 1)


def _play(state: State, frame: Frame, move: tuple[str, int, int]) -> str | None:
    _, territory, armies = move
    player = frame[DECIDER]
    if armies != 1:
        return f"{armies} armies at once: the set-up places one at a time"
    if state.owner[territory] != player:
        return f"{state.board.territories[territory]} belongs to somebody else"
    if not room(state, territory):
        return f"{state.board.territories[territory]} has no room for another army"
    put(state, player, territory, 1)
    frame[DECIDER] = (player + 1) % state.players
    if not _find_turn(state, frame):
        close(state)
    return None


MUSTER = Phase("muster", _enter, (Action(Place, _legal, _play),), words="place the other armies one at a time")

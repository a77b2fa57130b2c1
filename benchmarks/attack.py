"""Texts from outside that have been tampered with: how many are refused, and is what loads a game?

`python benchmarks/attack.py 100000` mutates saves, position texts, logs and answers over a pipe, in games of every
shipped variant. A text is refused with an error of ours, or what becomes of it is a game that breaks no invariant and
can be played on; all else is printed, as are the slowest text and the memory that was used.
"""

import json
import resource
import sys
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from risk_bots.pipe_bot import move_of
from risk_bots.pipe_text import answered_move
from riskcore import Forfeit, Game, RiskError, Rulebook, load_variant
from riskcore.files.variant import shipped_variants
from riskcore.logs.game_log import LogWriter, game_lines, read_log
from riskcore.testing import broken_invariants

PILES = ("deck", "discard")
JUNK: list[Any] = [-1, 0, 1, 2, 7, 99, -7, 10**6, 10**12, 10**30, 1.5, True, False, None, "", "junk", [], {}, [[]], [1]]
LISTED = 60  # legal moves of a kind to choose from
PLAYED = 30  # moves made in what has loaded
DONORS = 12  # saves of a variant that forgeries are made of


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


def mutate(document: Any, chance: Random) -> Any:
    """The same document with one to three things changed."""
    document = json.loads(json.dumps(document))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        paths = [path for path in places(document) if len(path) == 1 or path[0] not in ("variant", "moves", "rules")]
        paths += [path for path in places(document) if path[0] in ("variant", "moves", "rules")][:20]
        if not paths:
            break  # earlier changes have taken everything away
        *above, last = chance.choice(paths)
        table = document
        for key in above:
            table = table[key]
        try:
            _change(table, last, chance)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change has taken it away
    return document


def _change(table: Any, key: Any, chance: Random) -> None:
    value = table[key]
    match chance.randrange(6):
        case 0:
            table[key] = chance.choice(JUNK)
        case 1:
            del table[key]
        case 2 if isinstance(value, int) and not isinstance(value, bool):
            table[key] = value + chance.choice((-2, -1, 1, 2))
        case 3 if isinstance(value, list) and len(value) > 1:
            chance.shuffle(value)
        case 4 if isinstance(value, list) and value:
            value.append(chance.choice(value))
        case _ if isinstance(table, list):
            other = chance.randrange(len(table))
            table[key], table[other] = table[other], table[key]
        case _:
            table[key] = table[chance.choice(list(table))]


# -- forgeries: every value is of the right type, taken from elsewhere -------------------------------------------------


def forge(document: Any, donor: Any, chance: Random) -> Any:
    """A save with one to three things from another one of the same variant, or from elsewhere in itself."""
    document, donor = json.loads(json.dumps(document)), json.loads(json.dumps(donor))
    for _ in range(chance.choice((1, 1, 2, 3))):
        change = chance.choice((_take_over, _forge_frames, _forge_frames, _forge_number, _forge_board, _forge_cards))
        change(document["position"], donor["position"], chance)
    if document["beginning"] is not None and chance.random() < 0.2:
        _take_over(document["beginning"]["position"], donor["position"], chance)
    if chance.random() < 0.1:
        document["moves"] = donor["moves"]
    return document


def _take_over(position: Any, donor: Any, chance: Random) -> None:
    key = chance.choice(list(position))
    if key == "data" and position[key] and chance.random() < 0.7:
        position, donor = position[key], donor[key]
        key = chance.choice(list(position))
    position[key] = donor[key]


def _forge_frames(position: Any, donor: Any, chance: Random) -> None:
    """Frames of the other save, twice, in another order, or with another's fields."""
    frames, others = position["frames"], donor["frames"]
    both = frames + others
    if not both:
        return
    match chance.randrange(6):
        case 0:
            position["frames"] = others
        case 1:
            frames.insert(chance.randrange(len(frames) + 1), chance.choice(both))
        case 2:
            chance.shuffle(frames)
        case 3 if frames:
            del frames[chance.randrange(len(frames))]
        case 4 if frames:
            frames[-1] = chance.choice(both)
        case _ if frames:
            row = chance.choice(frames)
            row[chance.randrange(1, len(row))] = chance.choice([value for each in both for value in each[1:]])


def _forge_number(position: Any, donor: Any, chance: Random) -> None:
    """A number of a frame, or of what a rule keeps, becomes another one that is not too large."""
    within = chance.choice(("frames", "data", "reserve", "orders", "hands", "armies"))
    paths = [path for path in places(position[within]) if type(_at(position[within], path)) in (int, bool)]
    if not paths:
        return
    *above, last = chance.choice(paths)
    table = _at(position[within], above)
    table[last] = not table[last] if type(table[last]) is bool else chance.choice((0, 1, 2, 3, 5, chance.randrange(45)))


def _at(value: Any, path: Any) -> Any:
    for key in path:
        value = value[key]
    return value


def _forge_board(position: Any, donor: Any, chance: Random) -> None:
    """Territories, players or turns change hands."""
    owner, armies, alive = position["owner"], position["armies"], position["alive"]
    place, other, who = chance.randrange(len(owner)), chance.randrange(len(owner)), chance.randrange(len(alive))
    match chance.randrange(7):
        case 0:
            owner[:] = [who if one >= 0 else one for one in owner]
        case 1:
            owner[:] = [who if one == owner[place] else one for one in owner]
        case 2:
            owner[place], owner[other] = owner[other], owner[place]
            armies[place], armies[other] = armies[other], armies[place]
        case 3:
            owner[place], armies[place] = chance.choice(((-1, 0), (-2, 0), (who, 1), (who, 1000)))
        case 4:
            alive[who] = not alive[who]
        case 5:
            position[chance.choice(("player", "first"))] = who
        case _:
            position[chance.choice(("turn", "round", "captured", "sets_traded"))] = chance.choice((0, 1, 2, 50, 10**6))


def _forge_cards(position: Any, donor: Any, chance: Random) -> None:
    """All cards, or one, lie elsewhere; each is there once."""
    piles = [*position["hands"], *(position[name] for name in PILES)]
    giver, taker = chance.choice(piles), chance.choice(piles)
    for _ in range(chance.choice((1, 1, 3, 99))):
        if giver is not taker and giver:
            taker.append(giver.pop())


def garble(text: str, chance: Random) -> str:
    """The same text with some characters changed, lost or doubled."""
    for _ in range(chance.choice((1, 1, 2, 5))):
        at, size = chance.randrange(len(text) + 1), chance.choice((0, 1, 1, 3, 40))
        text = (
            text[:at]
            + chance.choice(("", "[", "-", "0", "9", "1e9", '"', " ", "{", "a1", text[:20]))
            + text[at + size :]
        )
    return text


def play_on(game: Game, chance: Random) -> str | None:
    """What goes wrong when a loaded game is looked at from all sides, and played on."""
    wrong = broken_invariants(game.state)
    for player in (None, *range(game.players)):
        view = game.view(player)
        view.to_dict()
        wrong += broken_invariants(view.imagine(1).state)
    for _ in range(PLAYED):
        if wrong or game.outcome is not None:
            break
        frame = game.state.frames[-1]
        kinds = [action for action in game.rules.phases[game.phase or ""].actions if not action.order]
        moves = [move for action in kinds for move in islice(action.moves(game.state, frame), LISTED)]
        if not moves:
            return f"no legal move in {game.phase}"
        game.push(chance.choice(moves))
        wrong = broken_invariants(game.state)
    return wrong[0] if wrong else None


def subjects(names: list[str], chance: Random) -> Iterator[Game]:
    """Games of every variant at any decision."""
    rulebooks = [Rulebook(load_variant(name)) for name in names]
    while True:
        rules = chance.choice(rulebooks)
        players = chance.randint(rules.variant.players.min, rules.variant.players.max)
        game = Game(rules, players, chance.randrange(10**6), orders=chance.choice((0, 2)), events=False)
        for _ in range(chance.choice((0, 5, 40, 200, 500))):
            if game.outcome is not None:
                break
            game.push(game.legal_moves.sample(chance))
        for _ in range(40):
            yield game


def one(game: Game, donors: deque[Any], chance: Random) -> Callable[[], Game]:
    """What reads a text that has been tampered with; `donors` are other saves of the same variant."""
    kind = chance.random()
    if kind < 0.25:
        return lambda: read_answer(game, chance)
    if kind < 0.3:
        lines = log_lines(game, chance)
        return lambda: read_lines(lines)
    if kind < 0.5:
        text = garble(game.position_text(), chance)
        return lambda: Game.from_position(game.rules, game.players, text)
    saved = game.to_json()
    document = json.loads(saved)
    donors.append(document)
    if kind < 0.75:
        text = json.dumps(forge(document, chance.choice(donors), chance))
        return lambda: Game.from_json(text, game.rules)
    text = garble(saved, chance) if chance.random() < 0.2 else json.dumps(mutate(document, chance))
    rules = None if chance.random() < 0.02 else game.rules
    return lambda: Game.from_json(text, rules)


def read_answer(game: Game, chance: Random) -> Game:
    """A game in which a program has answered with what may be a move."""
    moves = list(islice(game.legal_moves, LISTED)) or [("done",)]
    line = garble(json.dumps({"move": chance.choice(moves)}), chance)
    move = move_of(line.encode())
    answered_move(line, [list(move) for move in moves])
    twin = game.copy()
    if move not in game.legal_moves:
        raise Forfeit("made an illegal move")
    twin.push(move)
    return twin


def log_lines(game: Game, chance: Random) -> list[str]:
    """A log in which a line or two have been changed, lost or doubled."""
    with TemporaryDirectory() as folder:
        writer = LogWriter(Path(folder) / "log", game.rules, {})
        writer.add(0, [game_lines(game, 0, {}), game_lines(game, 1, {})])
        writer.close()
        lines = (Path(folder) / "log").read_text().splitlines(keepends=True)
    at = chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            lines[at] = garble(lines[at], chance)
        case 1:
            del lines[at]
        case 2:
            lines[at] = lines[chance.randrange(len(lines))]
        case _:
            lines[at] = json.dumps(mutate(json.loads(lines[at]), chance)) + "\n"
    return lines


def read_lines(lines: list[str]) -> Game:
    """The last game of a log."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        path.write_text("".join(lines))
        return [logged.replay() for logged in read_log(path)][-1]


def attack(number: int, seed: int) -> tuple[Counter[str], list[str], float]:
    """How many were refused, loaded and played on, and what went wrong; the slowest in seconds."""
    chance = Random(seed)
    names = [variant.id for variant in shipped_variants() if variant.group != "base"]
    games = subjects(names, chance)
    count: Counter[str] = Counter()
    wrong: list[str] = []
    slowest = 0.0
    donors: defaultdict[tuple[str, int], deque[Any]] = defaultdict(lambda: deque(maxlen=DONORS))
    for _ in range(number):
        subject = next(games)
        read = one(subject, donors[subject.variant.name, subject.players], chance)
        start = time.process_time()
        try:
            game = read()
        except RiskError:
            count["refused"] += 1
            game = None
        except Exception as error:
            wrong.append(f"{type(error).__name__}: {error}"[:200])
            game = None
        try:
            fault = play_on(game, chance) if game is not None else None
            count["loaded"] += game is not None
        except Exception as error:
            fault = f"played on: {type(error).__name__}: {error}"
        if fault is not None:
            wrong.append(fault[:300])
        slowest = max(slowest, time.process_time() - start)
    return count, wrong, slowest


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count, wrong, slowest = attack(number, seed)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{number:,} texts: {count['refused']:,} refused, {count['loaded']:,} loaded, {len(wrong)} wrong")
    print(f"slowest {slowest:.2f} s, at most {memory:.0f} MB")
    for fault, times in Counter(wrong).most_common(25):
        print(f"{times:5} {fault}")

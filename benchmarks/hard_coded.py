"""The yardstick: classic 1959 with greedy players, hard-coded in one tuned loop.

No hooks, no moves, no frames, no validation, nothing that could be configured: what a person would write who wanted
only this game, fast. It draws the same random numbers in the same order as the pluggable engine, so that the same seed
must give the same winner, turns and territories; `speed.py` checks that before it measures.
"""

from itertools import combinations

from riskcore import Board
from riskcore.dice import compare_high, loss_table
from riskcore.tape import Tape

__all__ = ["Yardstick"]

VALUES = (4, 6, 8, 10, 12, 15, 20, 25)


class Yardstick:
    """Everything that is the same in every game, worked out once."""

    def __init__(self, board: Board) -> None:
        self.neighbours = [list(near) for near in board.neighbours]
        self.continent_of = list(board.continent_of)
        self.sizes = [len(members) for members in board.members]
        self.bonuses = list(board.bonuses)
        kinds = {"infantry": 0, "cavalry": 1, "artillery": 2}
        self.kinds = [kinds[insignia] for insignia in board.insignia] + [3, 3]
        self.tables = [[loss_table(compare_high, a, d) if a and d else () for d in range(3)] for a in range(4)]

    def play(self, players: int, seed: int, max_rounds: int = 200) -> tuple[int, int, list[int]]:
        """One game: (winner or -1, turns, owners of the territories)."""
        neighbours, continent_of = self.neighbours, self.continent_of
        sizes, bonuses, kinds, tables = self.sizes, self.bonuses, self.kinds, self.tables
        wholes = list(zip(range(len(sizes)), sizes, bonuses, strict=True))
        tape = Tape(seed)
        tape.reach(400)
        values = tape.values
        places = range(42)

        first = (int(values[0] * players) + 1) % players
        cursor = 1
        dealt = list(places)
        for last in range(41, 0, -1):
            other = int(values[cursor] * (last + 1))
            cursor += 1
            dealt[last], dealt[other] = dealt[other], dealt[last]
        owner = [0] * 42
        armies = [1] * 42
        held = [0] * players
        held_in = [[0] * len(sizes) for _ in range(players)]
        for number, place in enumerate(dealt):
            player = (first + number) % players
            owner[place] = player
            held[player] += 1
            held_in[player][continent_of[place]] += 1
        deck = list(range(44))
        for last in range(43, 0, -1):
            other = int(values[cursor] * (last + 1))
            cursor += 1
            deck[last], deck[other] = deck[other], deck[last]
        discard: list[int] = []
        hands: list[list[int]] = [[] for _ in range(players)]
        alive = [True] * players
        left = players
        traded = 0
        turns = rounds = 1
        me = first

        while True:
            mine_in = held_in[me]
            hand = hands[me]
            reserve = held[me] // 3
            if reserve < 3:
                reserve = 3
            for continent, size, bonus in wholes:
                if mine_in[continent] == size:
                    reserve += bonus
            captured = False
            eliminated = False  # trade and place again, as at the start of a turn
            start_of_turn = True

            while start_of_turn or eliminated:
                start_of_turn = eliminated = False

                # trade every set, the one with fewest wild cards first
                while len(hand) > 2:
                    best = None
                    fewest = 4
                    hand.sort()
                    for cards in combinations(hand, 3):
                        a, b, c = kinds[cards[0]], kinds[cards[1]], kinds[cards[2]]
                        if c == 3 or (a == b == c) or (a != b and b != c and a != c):
                            wilds = (b == 3) + (c == 3)
                            if wilds < fewest:
                                fewest = wilds
                                best = cards
                    if best is None:
                        break
                    for card in best:
                        hand.remove(card)
                    discard.extend(best)
                    reserve += VALUES[traded] if traded < 8 else 25 + 5 * (traded - 7)
                    traded += 1

                # place everything where it does most
                if reserve:
                    wishes, kills = self._wishes(mine_in, held, held_in, hands)
                    top = -1e9
                    front = -1
                    for place in places:
                        if owner[place] == me:
                            if front < 0:
                                front = place
                            worth = -1e9
                            threat = 0
                            for near in neighbours[place]:
                                victim = owner[near]
                                if victim != me:
                                    theirs = armies[near]
                                    desire = wishes[continent_of[near]] + kills[victim] - theirs
                                    if desire > worth:
                                        worth = desire
                                    if theirs > threat:
                                        threat = theirs
                            if threat:
                                here = armies[place]
                                worth += here * 0.5
                                continent = continent_of[place]
                                if threat > here and mine_in[continent] == sizes[continent]:
                                    worth += bonuses[continent]
                                if worth > top:
                                    top = worth
                                    front = place
                    armies[front] += reserve
                    reserve = 0

                # attack while favoured
                wishes, kills = self._wishes(mine_in, held, held_in, hands)
                while True:
                    top = -1e9
                    source = -1
                    target = -1
                    for place in places:
                        limit = armies[place] - 2
                        if limit > 0 and owner[place] == me:
                            for near in neighbours[place]:
                                theirs = armies[near]
                                victim = owner[near]
                                if victim != me and theirs - theirs // 6 <= limit:
                                    margin = limit - theirs
                                    worth = wishes[continent_of[near]] + kills[victim]
                                    worth += margin if margin < 8 else 8
                                    if theirs >= 6 and margin * 2 >= theirs:
                                        worth += theirs
                                    if worth > top:
                                        top = worth
                                        source = place
                                        target = near
                    if source < 0:
                        break

                    mine = armies[source]
                    theirs = armies[target]
                    margin = 2 - theirs // 6
                    while True:
                        dice = 3 if mine > 3 else mine - 1
                        table = tables[dice][2 if theirs > 1 else 1]
                        if cursor >= len(values):
                            tape.reach(cursor)
                        losses, wins = table[int(values[cursor] * len(table))]
                        cursor += 1
                        mine -= losses
                        theirs -= wins
                        if theirs <= 0 or mine <= 2 or mine - theirs < margin:
                            break
                    if theirs > 0:
                        armies[source] = mine
                        armies[target] = theirs
                        continue

                    # move in, and what follows from a capture
                    captured = True
                    victim = owner[target]
                    moved = dice
                    for near in neighbours[target]:
                        if owner[near] != me and near != target:
                            moved = mine - 1
                            break
                    else:
                        for near in neighbours[source]:
                            if owner[near] != me and near != target:
                                break
                        else:
                            moved = mine - 1
                    armies[source] = mine - moved
                    armies[target] = moved
                    continent = continent_of[target]
                    owner[target] = me
                    held[me] += 1
                    mine_in[continent] += 1
                    held[victim] -= 1
                    held_in[victim][continent] -= 1
                    size = sizes[continent]
                    mine = mine_in[continent]
                    wishes[continent] = 4.0 * mine / size + (8 + bonuses[continent] if mine == size - 1 else 0)
                    if held[victim] == 1:
                        kills[victim] = 10 * (1 + len(hands[victim]))
                    elif held[victim] == 0:
                        alive[victim] = False
                        left -= 1
                        if left == 1:
                            return me, turns, owner
                        hand.extend(hands[victim])
                        hands[victim] = []
                        eliminated = True
                        break

            self._fortify(me, owner, armies)
            if captured and (deck or discard):
                if not deck:
                    deck, discard = discard, deck
                    cursor = _shuffle(deck, tape, cursor)
                hand.append(deck.pop())
                if not deck and discard:
                    deck, discard = discard, deck
                    cursor = _shuffle(deck, tape, cursor)

            before = (me - first) % players
            me = (me + 1) % players
            while not alive[me]:
                me = (me + 1) % players
            if (me - first) % players <= before:
                rounds += 1
                if rounds >= max_rounds:
                    return -1, turns, owner
            turns += 1

    def _wishes(
        self, mine_in: list[int], held: list[int], held_in: list[list[int]], hands: list[list[int]]
    ) -> tuple[list[float], list[int]]:
        """What a territory is worth, by its continent and by its owner."""
        wishes = []
        for size, mine, bonus, counts in zip(
            self.sizes, mine_in, self.bonuses, zip(*held_in, strict=True), strict=True
        ):
            worth = 4.0 * mine / size
            if mine == size - 1:
                worth += 8 + bonus
            elif mine == 0 and size in counts:
                worth += 6
            wishes.append(worth)
        if 1 in held:
            return wishes, [10 * (1 + len(hand)) if own == 1 else 0 for own, hand in zip(held, hands, strict=True)]
        return wishes, [0] * len(held)

    def _fortify(self, me: int, owner: list[int], armies: list[int]) -> None:
        """The largest idle army moves nearer to the front."""
        neighbours = self.neighbours
        source = -1
        most = 1
        for place in range(42):
            if owner[place] == me and armies[place] > most:
                for near in neighbours[place]:
                    if owner[near] != me:
                        break
                else:
                    source = place
                    most = armies[place]
        if source < 0:
            return
        distance = [99] * 42
        edge = []
        for place in range(42):
            if owner[place] == me:
                for near in neighbours[place]:
                    if owner[near] != me:
                        edge.append(place)
                        distance[place] = 0
                        break
        step = 0
        while edge and distance[source] == 99:
            step += 1
            following = []
            for place in edge:
                for near in neighbours[place]:
                    if distance[near] == 99 and owner[near] == me:
                        distance[near] = step
                        following.append(near)
            edge = following
        for near in neighbours[source]:
            if owner[near] == me and distance[near] < distance[source]:
                armies[near] += most - 1
                armies[source] = 1
                return


def _shuffle(deck: list[int], tape: Tape, cursor: int) -> int:
    """Shuffle in place; the number on the tape that is next."""
    for last in range(len(deck) - 1, 0, -1):
        if cursor >= len(tape.values):
            tape.reach(cursor)
        other = int(tape.values[cursor] * (last + 1))
        cursor += 1
        deck[last], deck[other] = deck[other], deck[last]
    return cursor

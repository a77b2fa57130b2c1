"""A player for `riskvar run VARIANT --bots "exec:python pipe_bot.py"`: it attacks where it is stronger."""

import json
import sys


def greatest(row):
    """The move of a row of legal moves with the greatest count."""
    return [value["max"] if isinstance(value, dict) else value for value in row]


def choose(view, legal):
    """An attack where the odds are good, or else to stop, or else whatever is legal."""
    armies = view["armies"]
    attacks = [row for row in legal if row[0] == "attack" and armies[row[1]] > armies[row[2]] + 1]
    if attacks:
        return greatest(max(attacks, key=lambda row: armies[row[1]] - armies[row[2]]))
    stop = [row for row in legal if row[0] in ("done", "call off")]
    return greatest(stop[0] if stop else legal[-1])


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        print(json.dumps({"move": choose(message["view"], message["legal"])}), flush=True)

"""Players. A bot is an attrs class: `start(view, seed)` before a game, `decide(view)` at each of its decisions."""

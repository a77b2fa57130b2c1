"""Logs of games: JSON Lines that say all that was played, and can be played again."""

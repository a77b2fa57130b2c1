"""Commands that follow one game."""

"""Positions outside of a game: described, saved, checked, and gone back to."""

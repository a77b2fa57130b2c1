"""Intervals and tests, for whatever was counted."""

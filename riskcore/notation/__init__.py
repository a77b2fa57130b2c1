"""Moves and events in words: the names of a table, and lines that can be read and written."""

"""The player that looks ahead in imagined games."""

from .bot import SearchBot

__all__ = ["SearchBot"]

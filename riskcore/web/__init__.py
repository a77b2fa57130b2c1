"""The page to play on: a server on this machine, and what it sends to a browser."""

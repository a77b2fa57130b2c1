"""What is kept of a game that was played."""

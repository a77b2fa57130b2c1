"""Who plays the games of a run, and where."""

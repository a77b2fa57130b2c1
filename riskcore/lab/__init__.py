"""The lab: what a rule does to the game, measured over many games."""

"""Expert options: each a rule of its own that any edition can be played with, alone or with others."""

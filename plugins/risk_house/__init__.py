"""House rules that players ask for: each a rule of its own, with parameters, for any edition that admits it."""

"""House rules written as formulas in a variant file: a small language, its names, and the rule that uses it."""

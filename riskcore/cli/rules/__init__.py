"""Commands that show rules in words and hold them against what a variant should be."""

"""Commands that measure rules: many games, tables of rules, and exact odds."""

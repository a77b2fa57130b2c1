"""Missions: what they can ask for, decks of them, and the games that are won by them."""

"""The game in the shape that libraries for learning and search expect: PettingZoo, Gymnasium, OpenSpiel."""

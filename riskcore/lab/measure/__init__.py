"""What the games of a run say."""

"""What every HTML page shares: one shell, one palette, escaping and the drawn board."""

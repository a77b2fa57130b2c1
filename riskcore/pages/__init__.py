"""What every HTML page shares: one shell, one palette, escaping, charts and the drawn board."""

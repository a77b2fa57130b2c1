"""What a variant is meant to achieve, and whether it does."""

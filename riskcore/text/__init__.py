"""Rules in words: what explain, booklets and differences say."""

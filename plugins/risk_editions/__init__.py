"""The printed editions: what they share in `standard`, what each adds in a module of its own."""

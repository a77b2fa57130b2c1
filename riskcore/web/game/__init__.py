"""One game at the table: its positions, its seats, its bots, and what each decision asks for."""

"""What commands print on a terminal: tables, maps and sentences."""

"""Files to data: variants, boards and plugins as the engine takes them."""

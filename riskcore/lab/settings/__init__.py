"""Many settings of one variant: grids of them, and a search for the best."""

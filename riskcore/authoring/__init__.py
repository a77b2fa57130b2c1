"""For who writes variants and rules: projects, files to start from, schemas for editors, and keeping up to date."""

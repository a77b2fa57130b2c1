"""Commands for who writes variants and rules: files to start from, schemas for editors, and keeping up to date."""

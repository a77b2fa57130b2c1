"""Projects, files to start from, schemas, and keeping up to date."""

"""The exact odds of battles under a variant's own dice."""

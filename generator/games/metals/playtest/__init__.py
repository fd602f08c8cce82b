"""The study of Metals for designers."""

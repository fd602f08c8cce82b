"""Quads: reference cards, a reference page, the board and the pieces to cut out."""

"""From sets to a finished PDF: load, roll, lay out, draw, finish."""

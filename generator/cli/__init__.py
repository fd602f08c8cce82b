"""What the commands have in common, and those that app.py only puts beside its own: a file each."""

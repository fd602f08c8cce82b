"""What the commands have in common, and those that cli.py only puts beside its own: a file each."""

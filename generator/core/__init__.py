"""What every other package may use: seeds, game IDs, errors, files, progress."""

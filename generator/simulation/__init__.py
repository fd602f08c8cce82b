"""What programs need to play any game: the contract of its rules, players, matches."""

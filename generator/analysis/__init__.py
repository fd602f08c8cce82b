"""Studies of sets for designers: estimates from many rolls or games, in reports, CSV and JSON."""

"""The magnetic disc race: discs with symbols, two dice, and who is the quickest."""

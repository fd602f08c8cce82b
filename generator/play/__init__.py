"""How programs play any game: kernels, players, matches, searches for fair boards, studies."""

"""Queries of the page for tests."""

from generator import games
from generator.web.backend import Query


def values(game="magnetmen", **changes) -> dict:
    """A query as the page sends it."""
    contract = games.game(game)
    usual = {
        "game": game, "sheet": contract.rolled_sheets[0],
        "sets": list(contract.default_sets), "size": contract.default_size,
        "players": contract.default_players, "id": "", "seed": "", "paper": "a4", "ink": "full",
        "language": "en", "rules": True, "making": {},
    }  # fmt: skip
    return {**usual, **changes}


def query(game="magnetmen", **changes) -> Query:
    return Query.model_validate(values(game, **changes), strict=False)

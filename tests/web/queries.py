"""Queries of the page for tests."""

from generator import games
from generator.web.backend import Query


def values(game="magnetmen", **changes) -> dict:
    """A query as the page sends it."""
    contract = games.game(game)
    usual = {"game": game, "sheet": contract.rolled_sheets[0], "sets": [*contract.default_sets]}
    usual |= {"size": contract.default_size, "players": contract.default_players}
    usual |= {"id": "", "seed": "", "paper": "a4", "ink": "full"}
    usual |= {"language": "en", "rules": True, "making": {}}
    return {**usual, **changes}


def query(game="magnetmen", **changes) -> Query:
    return Query.model_validate(values(game, **changes), strict=False)

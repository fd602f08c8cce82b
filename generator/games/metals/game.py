"""What the PDF of Metals records."""

from typing import Any

from generator.games.metals.map import drawing
from generator.games.metals.roll import MetalsGame


def record(game: MetalsGame, language_code: str) -> dict[str, Any]:
    """The map as it was rolled, and how it played where it was played."""
    result = {"id": str(game.game_id), "told": drawing(game.map)}
    if game.playtest_result is None:
        return result
    from generator.games.metals.playtest import describe_result

    lines = list(describe_result(game.playtest_result))
    return {"played": {"told": lines, "data": game.playtest_result.data()}, **result}

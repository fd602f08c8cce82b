"""The part of the page docs/sets.md that explains the conditions of Metals' factions.

Input: the shipped set. Output: Markdown.
"""

from generator.games.metals.definition import CATALOGUE
from generator.games.metals.load import load_definition
from generator.languages import load_language
from generator.schema.markdown_tables import yaml_on_a_line


def conditions() -> str:
    """What the sheets say for the condition of each shipped faction."""
    english = load_language("en")
    factions = load_definition(CATALOGUE.shipped[:1]).figures.factions
    lines = [
        f"- `when: {yaml_on_a_line(faction.when.model_dump(mode='json'))}`: "
        f"“{faction.when.clause(english)}” ({faction.name['en']})"
        for faction in factions.values()
    ]
    return "What the sheets say then:\n\n" + "\n".join(lines)

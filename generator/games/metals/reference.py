"""What the sheets say of the condition of each shipped faction, for the reference of all keys.

Output: Markdown.
"""

import yaml

from generator.games.metals.definition import CATALOGUE, load_definition
from generator.languages import load_language


def conditions() -> str:
    """A line for each faction: its condition as it is written, and what the sheets say then."""
    english = load_language("en")
    factions = load_definition(CATALOGUE.shipped[:1]).figures.factions
    lines = []
    for faction in factions.values():
        values = faction.when.model_dump(mode="json")
        flow = yaml.safe_dump(values, default_flow_style=True, sort_keys=False, width=1000).strip()
        clause = faction.when.clause(english)
        lines.append(f"- `when: {flow}`: “{clause}” ({faction.name['en']})")
    return "What the sheets say then:\n\n" + "\n".join(lines)

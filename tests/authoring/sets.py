"""Own sets for tests of the commands for designers: a sound Magnetmen set, and edits of it."""

from pathlib import Path

from generator.games import game

GARDEN = """\
game: magnetmen
title: {en: Garden, fr: Jardin, nl: Tuin, de: Garten}
rules: basic
alone:
  types: [3, 4]
types:
  gardener:
    name: {en: Gardener, fr: Jardinier, nl: Tuinder, de: Gärtner}
    art: painter
    powers:
      - weight: 3
        score:
          - flat: {points: 2}
      - weight: 1
        score:
          - flat: {points: 3}
  beekeeper:
    name: {en: Beekeeper, fr: Apiculteur, nl: Imker, de: Imker}
    art: baker
    powers:
      - score:
          - flat: {points: 1}
  owl:
    name: {en: Owl, fr: Chouette, nl: Uil, de: Eule}
    art: pilot
    powers:
      - score:
          - for_each: {what: own, points: 1}
  toad:
    name: {en: Toad, fr: Crapaud, nl: Pad, de: Kröte}
    art: singer
    powers:
      - score:
          - same_as: {type: lowest}
"""


def edited(*edits: tuple[str, str]) -> str:
    """The garden set with the first text of each pair replaced by the second."""
    text = GARDEN
    for old, new in edits:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


def write(folder: Path, **sets: str) -> Path:
    """Set files in a folder, by their names."""
    for name, text in sets.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def loaded(folder: Path, text: str = GARDEN, name: str = "magnetmen"):
    """An own set as the commands for designers load it."""
    return game(name).load(("own",), (write(folder, own=text),))

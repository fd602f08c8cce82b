"""The items of pages of the disc race, for tests of its sheets."""

from generator.games.discs.roll import Symbol
from generator.layout.page import Art, Group, Text, flatten


def faces(page, name="disc") -> list[Group]:
    return [item for item in page.items if isinstance(item, Group) and item.name == name]


def arts(items) -> list[Art]:
    return [item for item in items if isinstance(item, Art)]


def symbols(face) -> list[Symbol]:
    """The art of a drawn disc: each shape, followed by its mark."""
    names = [art.name.split("/") for art in arts(face)]
    return [Symbol(shape[1], mark[2]) for shape, mark in zip(names[::2], names[1::2], strict=True)]


def texts(pages) -> str:
    text_items = [
        entry.item for page in pages for entry in flatten(page) if isinstance(entry.item, Text)
    ]
    return " ".join(text.text for text in text_items)

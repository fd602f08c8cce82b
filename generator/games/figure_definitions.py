"""What the figures of a playtest mean and where they come from, as a part of its report.

Input: the figures of a report by name, each with its Definition. Output: Blocks.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.analysis.report import Block, Column, Heading, Paragraph, Table

REFERENCES = {
    "Browne 2008": "C. Browne, Automatic Generation and Evaluation of Recombination Games, "
    "Queensland University of Technology, 2008",
    "Jaffe 2012": "A. Jaffe and others, Evaluating Competitive Game Balance with Restricted Play, "
    "AIIDE 2012",
}
"""The works that figures are taken from."""


class Definition(NamedTuple):
    """What a figure is. follows says what it is taken from, such as "restricted play", and source
    is a key of REFERENCES; both are "" for a figure of this project's own."""

    meaning: str
    follows: str = ""
    source: str = ""

    def text(self) -> str:
        """The meaning, with the source if there is one."""
        after = f" After {self.follows} in {self.source}." if self.source else ""
        return self.meaning + after


def definition_blocks(definitions: Mapping[str, Definition]) -> Iterator[Block]:
    """A table of the meanings, then the full references."""
    yield Heading("What the figures mean")
    columns = Column("Figure", width=60), Column("Meaning", width=110)
    yield Table(columns, tuple((name, each.text()) for name, each in definitions.items()))
    sources = dict.fromkeys(each.source for each in definitions.values() if each.source)
    own = "The definitions are this project’s own."
    if sources:
        references = "; ".join(f"{source} is {REFERENCES[source]}" for source in sources)
        own = f"Sources: {references}. The other definitions are this project’s own."
    yield Paragraph(own, is_note=True)

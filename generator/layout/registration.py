"""Registration marks, by which a cutting machine finds its place on a printed sheet.

The marks of Silhouette are those that its Studio prints with the lengths below: a square at the top
left and angles at the top right and bottom left; for the Cameo 5 Alpha, four angles. The points of
the angles are 10 mm from the edges of the paper. Other machines get a plain frame. The conventions
are those of inkscape-silhouette and silhouette-card-maker.
"""

from dataclasses import replace

from generator.core.errors import CutError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.layout import theme
from generator.layout.page import MM_PER_POINT, Rect

INSET = 10.0  # mm, from the edges of the paper to the marks
LENGTH = 5.0  # mm, of a square and of the arms of an angle
THICKNESS = 1.0  # mm, of the arms
CLEARANCE = 2.0  # mm, between a mark and what else is printed

_SQUARES = {"silhouette": ("left top",), "silhouette-4": ()}
_ANGLES = {
    "silhouette": ("right top", "left bottom"),
    "silhouette-4": ("left top", "right top", "left bottom", "right bottom"),
}


def with_room(settings: Settings) -> Settings:
    """The settings of a cut sheet: the margins of its paper are as wide as the marks need. Raises
    CutError where the paper's own margins reach into the marks."""
    if not has_marks(settings):
        return settings
    paper = settings.paper
    if max(paper.margins) > INSET:
        raise CutError(
            f"--marks {settings.marks}: the marks lie {INSET:g} mm from the edges, where "
            f"{paper.name} leaves {max(paper.margins):.1f} mm blank"
        )
    across, along = INSET, INSET + LENGTH + CLEARANCE
    if settings.marks == "frame":
        across = along = INSET + CLEARANCE
    return replace(settings, paper=paper._replace(margins=(across, along, across, along)))


def page_paper(paper: Paper, settings: Settings) -> Paper:
    """The paper of a page with marks, which lie in the margins that with_room made."""
    return paper._replace(margins=(INSET,) * 4) if has_marks(settings) else paper


def marks(paper: Paper, settings: Settings) -> tuple[Rect, ...]:
    """The marks on a page, in black, which machines see best. A machine cuts a gutterfold when it
    is folded: its marks lie about the left half."""
    width = paper.fold if settings.is_gutterfold else paper.width
    area = Box(0, 0, width, paper.height).inset(INSET)
    if settings.marks == "frame":
        pen = theme.LINES["frame"]
        return (Rect(area.inset(pen * MM_PER_POINT / 2), None, "black", pen),)
    squares = [_corner(area, at, LENGTH, LENGTH) for at in _SQUARES.get(settings.marks, ())]
    angles = [
        _corner(area, at, *arm)
        for at in _ANGLES.get(settings.marks, ())
        for arm in ((LENGTH, THICKNESS), (THICKNESS, LENGTH))
    ]
    return tuple(Rect(box, "black") for box in (*squares, *angles))


def has_marks(settings: Settings) -> bool:
    """Whether marks are printed by which a machine finds its place."""
    return settings.marks == "frame" or settings.marks in _ANGLES


def _corner(area: Box, at: str, width: float, height: float) -> Box:
    """A box of that size in a corner of the area."""
    x = area.x if "left" in at else area.right - width
    y = area.y if "top" in at else area.bottom - height
    return Box(x, y, width, height)

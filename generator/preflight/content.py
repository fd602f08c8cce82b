"""Content streams to drawings: a small interpreter of the graphics state.

Input: the pages, forms, glyphs and pattern cells of any PDF. Output: a Drawing of each, in its own
coordinates; a form is interpreted once in a document. Whatever is broken in a stream becomes a
fault of its drawing: reading never ends in an exception.
"""

import copy
from collections.abc import Callable, Mapping

import pikepdf

from generator.preflight import path_operators, text_operators
from generator.preflight.colours import Space, space
from generator.preflight.fonts import BROKEN, Font, font
from generator.preflight.geometry import LARGEST, Extent, Matrix, times
from generator.preflight.marks import Drawing, Fault, Use
from generator.preflight.state import Inherited, Path, State, TextObject
from generator.preflight.values import instructions, number

EVERYWHERE = Extent(-LARGEST, -LARGEST, LARGEST, LARGEST)
_DEPTH = 40  # streams within streams
_FRESH = Inherited()
_STATES = 512  # q within q; readers keep fewer
_IGNORED = frozenset(
    ["j", "M", "d", "ri", "i", "BMC", "BDC", "EMC", "MP", "DP", "BX", "EX", "d0", "d1"]
)
_OPERATORS: Mapping[str, Callable] = {**path_operators.OPERATORS, **text_operators.OPERATORS}


class Contents:
    """Interprets the streams of one document, and remembers forms and fonts."""

    def __init__(self) -> None:
        self.fonts: dict[object, Font] = {}
        self._drawings: dict[object, Drawing] = {}
        self._open: list[object] = []

    def page(self, page: pikepdf.Page, resources: pikepdf.Dictionary) -> Drawing:
        """What a page paints, in default user space."""
        return self._interpreted(page, resources, _FRESH.state(EVERYWHERE))

    def form(
        self, stream: pikepdf.Stream, resources: Mapping, inherited: Inherited = _FRESH
    ) -> Drawing:
        """What a form, a glyph or the cell of a pattern paints, before its /Matrix."""
        key = stream.objgen, inherited
        if stream.objgen in self._open or len(self._open) > _DEPTH:
            return _unread("a stream that contains itself")
        if key not in self._drawings:
            own = stream.get("/Resources", resources)
            state = inherited.state(_box(stream))
            self._open.append(stream.objgen)
            self._drawings[key] = self._interpreted(stream, own, state)
            self._open.pop()
        return self._drawings[key]

    def font(self, entry: pikepdf.Dictionary) -> tuple[object, Font]:
        """A font with the key it is known by."""
        key = entry.objgen if entry.is_indirect else entry.unparse()
        if key not in self.fonts:
            self.fonts[key] = font(entry)
        return key, self.fonts[key]

    def _interpreted(self, stream, resources, state: State) -> Drawing:
        try:
            found, complaint = instructions(stream)
        except BROKEN as error:
            return _unread(f"content that cannot be read ({error})")
        run = Run(self, resources if isinstance(resources, pikepdf.Dictionary) else {}, state)
        for instruction in found:
            run.execute(instruction)
        return run.finished(complaint)


def _unread(what: str) -> Drawing:
    return Drawing(faults=[Fault("content", what, "a content stream that readers accept")]).close()


def _box(stream: pikepdf.Stream) -> Extent:
    """What a form is clipped to (8.10.1)."""
    try:
        x1, y1, x2, y2 = (number(value) for value in stream.get("/BBox"))
    except BROKEN:
        return EVERYWHERE
    return Extent(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


class Missing(ValueError):
    """A resource that the content names is not there."""


class Run:
    """One content stream being read; the operators are in path_operators.py and
    text_operators.py."""

    def __init__(self, contents: Contents, resources: Mapping, state: State) -> None:
        self.contents, self.resources, self.state = contents, resources, state
        self.drawing = Drawing()
        self.path, self.text = Path(), TextObject(0)
        self.clipping = False
        self._spaces: dict[str, Space] = {}
        self._saved: list[State] = []
        self._faults: dict[str, Fault] = {}

    def execute(self, instruction: pikepdf.ContentStreamInstruction) -> None:
        name = "?"
        try:
            operands, operator = instruction
            name = str(operator)
            if name in _IGNORED:
                return
            if name not in _OPERATORS:
                self._fault("", f"the unknown operator {name[:20]!r} in the content")
                return
            _OPERATORS[name](self, *operands)
        except Missing as error:
            self._fault(name, f"{error} is missing from the resources")
        except BROKEN as error:
            self._fault(name, f"the operator {name!r} with operands that do not fit ({error})")

    def save(self) -> None:
        if len(self._saved) >= _STATES:
            raise ValueError(f"more than {_STATES} saved states")
        self._saved.append(copy.copy(self.state))

    def restore(self) -> None:
        if not self._saved:
            raise ValueError("nothing is saved")
        self.state = self._saved.pop()

    def resource(self, kind: str, name: pikepdf.Name):
        """A named resource. Raises Missing."""
        entries = self.resources.get(kind, {})
        if str(name) not in entries:
            raise Missing(f"{kind[1:]} {name}")
        return entries[str(name)]

    def space(self, name: pikepdf.Name) -> Space:
        """A colour space; a page may ask for the same one thousands of times."""
        key = str(name)
        if key not in self._spaces:
            self._spaces[key] = space(name, self.resources)
        return self._spaces[key]

    def use(self, drawing: Drawing, matrix: Matrix) -> None:
        """Place a drawing where the state says."""
        placing = times(matrix, self.state.matrix)
        self.drawing.marks.append(Use(drawing, placing, self.state.clip))

    def finished(self, complaint: str) -> Drawing:
        if complaint:
            self._fault("?", f"content that breaks off ({complaint})")
        if self._saved:
            self._fault("q", "saved states that are not restored", "warning")
        self.drawing.faults = list(self._faults.values())
        return self.drawing.close()

    def _fault(self, operator: str, message: str, severity="error") -> None:
        expected = "a content stream that readers accept"
        self._faults.setdefault(operator, Fault("content", message, expected, severity))

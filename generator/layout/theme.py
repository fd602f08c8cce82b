"""Colours by name, which ink modes change, the looks of games, line weights, the type scale."""

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from generator.core.paper import Box
from generator.layout.page import Art, Group

PALETTE: dict[str, str] = {
    # neutrals
    "ink": "#23263b",
    "charcoal": "#3d4256",
    "slate": "#5d6b82",
    "grey": "#9aa5b1",
    "steel": "#c9d2dc",
    "silver": "#e6ebf0",
    "mist": "#f3f5f8",
    "white": "#ffffff",
    # hues, bright enough to be told apart side by side
    "red": "#d7263d",
    "coral": "#f46a4e",
    "orange": "#f28c28",
    "amber": "#f7b32b",
    "yellow": "#ffd93d",
    "lime": "#b4d335",
    "green": "#4caf50",
    "forest": "#2a7d4f",
    "teal": "#1f9e93",
    "cyan": "#38bdd6",
    "sky": "#8ccbf5",
    "blue": "#2f6fd0",
    "navy": "#2a3f8f",
    "violet": "#6f4fc4",
    "purple": "#9b4fb8",
    "magenta": "#cf3f97",
    "pink": "#f58fb4",
    "rose": "#f9c0cb",
    "brown": "#8a5a3b",
    "tan": "#d9a66b",
    "sand": "#f3dfb3",
    "cream": "#fff3dc",
    "moss": "#5c7638",
    "fern": "#b3c78b",
    "meadow": "#e9f0d8",
    "brick": "#b5533c",
    "clay": "#e3b09a",
    "denim": "#5280b8",
    # hues light enough to write on: a black pen is seen on them in colour and in grey
    "poppy": "#f25a6b",
    "fuchsia": "#e667b4",
    "orchid": "#b871d6",
    "lavender": "#9880e8",
    "cornflower": "#5f92f0",
    "caramel": "#b27d55",
    # details that only full colour needs; line art leaves them out
    "blush": "#f2919b",
    "shine": "#fdfdff",
    "shadow": "#b8c0cc",
}

WHITES = {"white", "mist", "shine"}  # nobody tells them from paper
BLACK = "#000000"  # of registration marks, in every ink mode

# The colours of a sheet, from strong to faint: titles and frames, trays, the two squares of a
# checkerboard. A board's hue is rolled; low ink leaves the tints out.
HUES: dict[str, tuple[str, str, str, str]] = {
    "cherry": ("#b3203a", "#f6cfd4", "#fbe3e5", "#fdf4f5"),
    "coral": ("#c04a2b", "#f9d3c6", "#fce6de", "#fef6f2"),
    "apricot": ("#b45f0d", "#fad9b5", "#fdeada", "#fef7ef"),
    "honey": ("#96690a", "#f5dc9e", "#fbeecb", "#fef9ea"),
    "lime": ("#64761a", "#e0e8ac", "#eef3d2", "#f9fbee"),
    "leaf": ("#2f7a3f", "#c6e5cb", "#e0f1e2", "#f4faf4"),
    "mint": ("#1a7a63", "#bde6da", "#dcf2ec", "#f3faf8"),
    "lagoon": ("#136f85", "#b9e2eb", "#daf0f4", "#f2fafb"),
    "sky": ("#1f62a8", "#c3dcf5", "#dfecf9", "#f4f8fd"),
    "iris": ("#4a4fb0", "#d2d4f4", "#e6e8f9", "#f6f6fd"),
    "grape": ("#7a3f9d", "#e4cff0", "#f0e4f7", "#faf5fc"),
    "rose": ("#a8306f", "#f5cde1", "#fae3ee", "#fdf4f9"),
}
# Colours of land, strong to faint, which no board rolls: outlines, edges, paths, clearings.
GROUNDS: dict[str, tuple[str, str, str, str]] = {
    "grass": ("#a3b583", "#f4fae9", "#fffdf8", "#f6f9ef"),
    "wood": ("#55703a", "#eaf2dd", "#eaf2dd", "#fafcf6"),
    "town": ("#7a4f35", "#f4ede4", "#f4ede4", "#fdfbf8"),
    "hill": ("#96690a", "#faf0d3", "#faf0d3", "#fffdf7"),
    "peak": ("#9a5d0c", "#f8e8c6", "#f8e8c6", "#fffcf5"),
    "sun": ("#96690a", "#f5dc9e", "#fbeecb", "#fef9ea"),
    "deck": ("#4d5157", "#e9ebec", "#e9ebec", "#fcfcfc"),
}
HOUSE = "iris"  # the hue of what belongs to several games


class Look(NamedTuple):
    """Of a game's own: colours as a hue has them; of box and bands an accent and the ground, "" for
    strong below white; the font of titles, a multiple of their sizes; the folder of its art; the
    height of its lettering, at the top of that drawing, as a share of its width; 0 for none."""

    hue: tuple[str, str, str, str] = ("",) * 4
    accent: str = "yellow"
    ground: str = ""
    font: str = "title"
    size: float = 1.0
    art: str = ""
    lettering: float = 0.0
    cover: str = ""  # the ground of a booklet's cover, "" for square

    def drawing(self, name: str, box: Box, colour: str = "ink") -> tuple[Art, ...]:
        return (Art(self.art + name, box, colour),) if self.art else ()

    def logo(self, hue: str, box: Box) -> tuple[Art, ...]:
        return self.drawing("logo", box, hue_colour(hue, "sign"))

    def lettered(self, x: float, y: float, width: float, colour: str) -> tuple[Art, ...]:
        """The name of the game in letters of its own, if there are any."""
        return self.drawing("lettering", Box(x, y, width, width), colour) if self.lettering else ()


LOOKS: dict[str, Look] = defaultdict(  # by names that stand for hues; all hues share the first
    Look,
    race=Look(("#0d8795", "#bde6e4", "#f1faf9", "#f7fcfc"), "yellow", "", "slanted", 1.2, "discs/"),
    magnet=Look(
        ("#27408b", "#ccd7ef", "#e7edf9", "#f6f8fd"), art="magnetmen/look/", cover="sun.square"
    ),
    tile=Look(("#23263b", "#f0dcb4", "#fdf3e0", "#fff8ea"), "ink", "bar", "heavy", 1.1, "quads/"),
    tin=Look(("#535e69", "#eaedef", "#f5f7f8", "#f9fafb"), "amber", "", "heavy", 1, "metals/", 0.3),
)
# From dark to light, for what must be told apart in grey ink whatever its colours are.
GREYS = ("#3c3c3c", "#646464", "#8c8c8c", "#b4b4b4", "#dcdcdc")

# Those of a hue; a sign is strong, too, but line art keeps it as it keeps ink.
STRENGTHS = ("strong", "tray", "square", "pale", "sign")

# Factors for the widths of lines. In line art (low ink) outlines are most of the ink, so they are
# thinner. Fine art comes in dozens and players write on it: its outlines are thinner still, lest
# they look like pen strokes.
LINE_ART_PEN = 0.45
FINE_PEN = 0.75
FINE_LINE_ART_PEN = 0.15
LINE_ART_LINE = 0.35  # lines of a layout
LINE_FLOOR = 0.25  # points: the thinnest line that a home printer prints
_STAYS_DARK = {"ink", "charcoal", "magenta"}
_FULL_COLOUR_ONLY = {"blush", "shine", "shadow"}

# Line weights in points. Printers recommend 0.5 for cut lines.
LINES = {"hair": 0.35, "thin": 0.6, "cut": 0.5, "frame": 1.1, "bold": 1.8}

# The type scale in points. No text is smaller than FLOOR.
FLOOR = 9.0
SIZES = {"footer": 9.0, "text": 9.5, "name": 10.5, "heading": 12.0, "title": 27.0}


def hue_colour(hue: str, strength: str) -> str:
    """The name of a hue's colour on a page: hue_colour("sky", "tray") is "sky.tray"."""
    return f"{hue}.{strength}"


_LOOK_HUES = {name: look.hue for name, look in LOOKS.items()}
COLOURS: dict[str, str] = {
    **PALETTE,
    "black": BLACK,
    "bar": PALETTE["coral"],  # on cards of Quads: a theme changes it, but no player's coral
    **{f"grey.{number}": value for number, value in enumerate(GREYS, 1)},
    **{
        hue_colour(hue, strength): value
        for hue, values in (HUES | GROUNDS | _LOOK_HUES).items()
        for strength, value in zip(STRENGTHS, (*values, values[0]), strict=True)
    },
}
NAMES_BY_HEX: dict[str, str] = {value: name for name, value in PALETTE.items()}


@lru_cache(maxsize=16)
def renamer(names: frozenset[tuple[str, str]]) -> Callable[[Any], Any]:
    """A function that exchanges names of colours and art in pages, of which it makes new ones. What
    is shared among groups stays shared."""
    new, shared = dict(names), dict[int, tuple[Any, Any]]()

    def renamed(value: Any) -> Any:
        if isinstance(value, str):
            return new.get(value, value)
        if not isinstance(value, tuple):
            return value
        if isinstance(value, Group) and value.shared:
            if id(value.items) not in shared:  # kept too, lest another gets its id
                shared[id(value.items)] = value.items, renamed(value.items)
            return value._replace(items=shared[id(value.items)][1], colour=renamed(value.colour))
        made = map(renamed, value)
        return type(value)(*made) if hasattr(value, "_fields") else tuple(made)

    return renamed


def _rgb(value: str) -> tuple[float, float, float]:
    return tuple(int(value[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]


def art_pen(width: float, scale: float, mode: str, fine: bool) -> float:
    """The stroke width of a piece of art in an ink mode, in the art's units of scale mm each."""
    if mode == "low":
        factor = FINE_LINE_ART_PEN if fine else LINE_ART_PEN
    else:
        factor = FINE_PEN if fine else 1.0
    return max(width * factor, LINE_FLOOR * 25.4 / 72 / scale)


def line_weight(points: float, mode: str) -> float:
    """The weight of a line of a layout in an ink mode, in points."""
    return max(points * LINE_ART_LINE, LINE_FLOOR) if mode == "low" else points


def ink_colour(name: str, use: str, mode: str) -> tuple[float, float, float] | None:
    """The colour that is printed for a named colour; None if nothing is printed.

    use is "fill", "text", "outline" (of art), "fine" (outline of fine art), or "line" (of a
    layout). Low ink is line art: all fills but the dark ones and signs turn white, details that
    only full colour needs disappear, lines and fine outlines become slate, outlines and text ink.
    In full colour and in grey, fine outlines of ink become charcoal.
    """
    if use == "fine" and name == "ink":
        name = "charcoal"
    rgb = _rgb(COLOURS[name])
    if name == "black":
        return rgb
    if mode == "grey":
        red, green, blue = rgb  # Rec. 709 luma is close to how printer drivers make grey
        return (round(0.2126 * red + 0.7152 * green + 0.0722 * blue, 3),) * 3
    if mode == "full" or name == "white":
        return rgb
    if name in _FULL_COLOUR_ONLY:
        return None
    if use in ("line", "fine"):
        return _rgb(COLOURS["slate"])
    if use != "fill" or name in _STAYS_DARK or name.endswith(".sign"):
        return _rgb(COLOURS["ink"])
    return (1.0, 1.0, 1.0)

"""How things look: the named palette, ink modes, line weights and the type scale.

Input: names. Output: colours as (red, green, blue) from 0 to 1, sizes in points or mm.
Every file that wants a colour, SVG art included, takes it from PALETTE, so that an ink
mode can recolour all of it. Nothing here draws.
"""

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

# Colours for one sheet, from strong to faint: title and frames, trays, the two checker
# squares. One hue is rolled per sheet; low ink leaves the tints out.
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
_STRENGTHS = ("strong", "tray", "square", "pale")

INK_MODES = ("full", "low", "grey")
# Line art is drawn with thinner pens than the bold outlines of colour, which are most of its ink.
# Art that comes in dozens, and that players write on, is drawn finer still, so that it does not
# look like what they write. None is thinner than a home printer keeps.
LINE_ART_PEN = 0.45
FINE_PEN = 0.75
FINE_LINE_ART_PEN = 0.15
LINE_ART_LINE = 0.35
LINE_FLOOR = 0.25  # points
_STAYS_DARK = {"ink", "charcoal"}
_FULL_COLOUR_ONLY = {"blush", "shine", "shadow"}

# Line weights in points. 0.25 is the thinnest a home printer keeps, 0.5 the weight of a
# cut line, as printers recommend.
LINES = {"hair": 0.35, "thin": 0.6, "cut": 0.5, "frame": 1.1, "bold": 1.8}

# The type scale in points. Nothing is ever set below FLOOR.
FLOOR = 8.0
SIZES = {"footer": 8.0, "text": 9.5, "name": 10.5, "heading": 12.0, "title": 27.0}

RGB = tuple[float, float, float]


def hue_colour(hue: str, strength: str) -> str:
    """The name of a hue's colour, as page items use it: hue_colour("sky", "tray")."""
    return f"{hue}.{strength}"


def _table() -> dict[str, str]:
    table = dict(PALETTE)
    for hue, values in HUES.items():
        for strength, value in zip(_STRENGTHS, values, strict=True):
            table[hue_colour(hue, strength)] = value
    return table


COLOURS: dict[str, str] = _table()
NAMES_BY_HEX: dict[str, str] = {value: name for name, value in PALETTE.items()}


def _rgb(value: str) -> RGB:
    return tuple(int(value[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]


def _luminance(rgb: RGB) -> float:
    """Rec. 709 luma: close to how a printer's driver turns colour into grey."""
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def art_pen(width: float, scale: float, mode: str, fine: bool) -> float:
    """The width of a pen of some art in the art's units, of scale mm each."""
    if mode == "low":
        share = FINE_LINE_ART_PEN if fine else LINE_ART_PEN
    else:
        share = FINE_PEN if fine else 1.0
    return max(width * share, LINE_FLOOR * 25.4 / 72 / scale)


def line_weight(points: float, mode: str) -> float:
    """The weight of a line of a layout."""
    return max(points * LINE_ART_LINE, LINE_FLOOR) if mode == "low" else points


def ink_colour(name: str, use: str, mode: str) -> RGB | None:
    """What a named colour becomes on paper; None means it is left out.

    use is "fill", "text", "outline" (of art), "fine" (outline of fine art), or "line" (of a
    layout). Low ink is line art: every fill turns white but the dark ones, details that only
    colour needs vanish, lines and fine outlines turn to slate, outlines and text to ink. In
    colour and in grey, fine outlines of ink turn to charcoal.
    """
    if use == "fine" and name == "ink":
        name = "charcoal"
    rgb = _rgb(COLOURS[name])
    if mode == "grey":
        return (round(_luminance(rgb), 3),) * 3
    if mode == "full" or name == "white":
        return rgb
    if name in _FULL_COLOUR_ONLY:
        return None
    if use in ("line", "fine"):
        return _rgb(COLOURS["slate"])
    if use != "fill" or name in _STAYS_DARK:
        return _rgb(COLOURS["ink"])
    return (1.0, 1.0, 1.0)

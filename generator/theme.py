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
    # details that only full colour needs; line art leaves them out
    "blush": "#f2919b",
    "shine": "#fdfdff",
    "shadow": "#b8c0cc",
}

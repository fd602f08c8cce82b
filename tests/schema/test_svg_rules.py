"""The rules for drawings: shipped art keeps them, hostile files do no harm.

tests/mistakes/art has a line for each breach.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from short_run import budget

from generator.core.resources import assets_dir
from generator.layout.theme import PALETTE
from generator.pdf import drawing
from generator.pdf.svg import MAX_BYTES
from generator.schema.svg_rules import lint

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
PICTURE = f"""\
{HEAD}
  <title>Gardener</title>
  <circle cx="50" cy="50" r="40" fill="#d7263d" stroke="#23263b" stroke-width="4"/>
  <path d="M10 50 L90 50" fill="none" stroke="#23263b" stroke-width="2.5"/>
</svg>
"""


def lines(content: str | bytes, name="piece.svg") -> str:
    """What the linter says of a text or bytes."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return "\n".join(map(str, lint(path))).replace(f"{name}:", "")


def test_shipped_art_keeps_the_rules():
    assert [problem for path in assets_dir().rglob("*.svg") for problem in lint(path)] == []


BODIES = [
    '<line x1="10" y1="9" x2="90" y2="9" stroke="#23263b" stroke-width="2"/>',
    '<g transform="translate(50,50) scale(.5)"><circle r="80" fill="none" stroke="#23263b" '
    'stroke-width="8"/></g>',
    '<path fill="#4caf50" d="m10 10a5 5 0 0110-5.5.5.5 0 10.5 3l1e1-3H.5v+5.Z"/>',
    '<path fill="#4caf50" d="M 10,10 C 1 2 3 4 5 6 S 7 8 9 9 Q 1 1 2 2 T 3 3 z m 5 5 4 4"/>',
    '<rect x="-.4" width="100.8" height="9" fill="#ffffff" id="edge"/>',
]


def test_what_the_rules_allow():
    for body in BODIES:
        assert lines(f"{HEAD}<title>Fine</title><!-- a remark -->{body}</svg>") == ""
    assert lines(b"\xef\xbb\xbf" + PICTURE.encode()) == ""
    piece = PICTURE.replace(PALETTE["red"], "currentColor")
    assert lines(piece, "discs/star.svg") == lines(piece, "quads/solid.svg") == ""
    assert "currentColor is only for" in lines(piece, "discs/marks/red.svg")


def test_hostile_files_are_refused_at_once():
    message = "1:1: this file is bigger than 200,000 bytes, expected a simple drawing"
    assert lines(PICTURE.replace("Gardener", "x" * MAX_BYTES)) == message
    nested = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(12))
    bomb = f'<!DOCTYPE svg [<!ENTITY a0 "boom">{nested}]>{HEAD}<title>&a12;</title></svg>'
    assert lines(bomb) == "1:1: delete the DOCTYPE (in Inkscape: save as plain SVG)"
    for wrong in ["M" + "1" * 150_000, "M" + "1 " * 75_000 + "x", "M1 1" + "Z" * 150_000 + "-"]:
        assert "path.d: cannot be read" in lines(PICTURE.replace("M10 50 L90 50", wrong))
    Path("folder.svg").mkdir()
    for name, reason in [("none.svg", "No such file or directory"), ("folder.svg", "")]:
        (problem,) = lint(Path(name))
        assert str(problem).startswith(f"{name}:1:1: this file cannot be read: {reason}")


SIGNS = """
</svg> <g </g> <path <rect <circle <line <polygon <title> </title> /> > <!-- --> <![CDATA[ ]]> &amp;
& <?xml ?> " M a Z c 1e99 -1 0 .5 , scale( matrix( ) none #d7263d currentColor ä =
"""
NAMES = ("d", "r", "transform", "points", "fill", "stroke", "width", "stroke-width")
STARTS = [f' {name}="' for name in NAMES]
WORDS = st.sampled_from(
    [HEAD, *SIGNS.split(), *STARTS, ' xmlns:a="b"', " a:b='c'", " ", "\n", "\0"]
)
NUMBERS = st.sampled_from(["0", "1", "-1", "50", "1e99", "-1e-99", ".5", "1e9", "9" * 400])


@settings(max_examples=budget(300))
@given(st.one_of(st.binary(), st.lists(WORDS).map(lambda words: "".join(words).encode())))
def test_no_bytes_end_in_a_traceback(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.svg"
    path.write_bytes(content)
    for problem in lint(path):
        assert problem.line >= 1
        assert problem.column >= 1
        assert "\n" not in str(problem)


@settings(max_examples=budget(300))
@given(st.data())
def test_odd_numbers_do_not_end_in_a_traceback(tmp_path_factory, data):
    """Whatever passes can be drawn."""

    def pick(count):
        return " ".join(data.draw(NUMBERS) for _ in range(count))

    turn = data.draw(st.sampled_from(["", f"scale({pick(1)})", f"matrix({pick(6)})"]))
    path = f"M{pick(2)} A{pick(3)} 0 1 {pick(2)} Q{pick(4)} C{pick(6)} Z"
    ellipse = f'rx="{pick(1)}" ry="{pick(1)}" cx="{pick(1)}" fill="none"'
    file = tmp_path_factory.getbasetemp() / "numbers.svg"
    file.write_text(
        f'{HEAD}<title>Odd</title><g transform="{turn}"><path d="{path}" fill="#d7263d"/>'
        f'<ellipse {ellipse} stroke="#d7263d" stroke-width="4"/>'
        f'<polygon points="{pick(6)}" fill="none"/></g></svg>'
    )
    if not lint(file):
        assert isinstance(drawing.operators(file, "full", "ink", 100), str)

"""The rules for drawings: shipped art keeps them, each breach gives one line with its place."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from short_run import budget

from generator.core.errors import DefinitionError
from generator.core.resources import assets_dir
from generator.games.magnetmen.load import load_definition
from generator.layout.theme import PALETTE
from generator.pdf import art
from generator.pdf.svg_elements import MAX_BYTES
from generator.schema import svg_rules
from generator.schema.svg_rules import lint

ART = sorted(assets_dir().rglob("*.svg"))
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
PICTURE = f"""\
{HEAD}
  <title>Gardener</title>
  <circle cx="50" cy="50" r="40" fill="#d7263d" stroke="#23263b" stroke-width="4"/>
  <path d="M10 50 L90 50" fill="none" stroke="#23263b" stroke-width="2.5"/>
</svg>
"""
SYMBOL = f"""\
{HEAD}
  <title>Gardener</title>
  <g fill="none" stroke="currentColor" stroke-width="8">
    <path d="M10 50 L90 50" stroke-linecap="round"/>
  </g>
</svg>
"""

# What many rows replace.
CIRCLE = '  <circle cx="50" cy="50" r="40" fill="#d7263d" stroke="#23263b" stroke-width="4"/>'
FILL, PATH = 'fill="#d7263d"', 'd="M10 50 L90 50"'
SHAPES = "g, path, rect, circle, ellipse, line, polyline, polygon"
SCALE = "2, 2.5, 3, 4, 5, 6"
OF_PATH = (
    "expected one of: d, transform, fill, stroke, stroke-width, stroke-linecap, stroke-linejoin, "
    "fill-rule, id"
)

# An edit of PICTURE, and all lines that follow from it, without the file.
EDITS = [
    # the root
    (PICTURE, "<html></html>", "1:1: expected an SVG drawing, found <html>"),
    (' xmlns="http://www.w3.org/2000/svg"', "",
     "1:1: expected <svg xmlns='http://www.w3.org/2000/svg' ...>"),
    (' viewBox="0 0 100 100"', "", "1:1: svg: the attribute 'viewBox' is missing"),
    ("0 0 100 100", "0 0 24 24", "1:41: svg.viewBox: expected '0 0 100 100', found '0 0 24 24'"),
    ("<svg ", '<svg width="24mm" ',
     "1:6: svg.width: not allowed, the viewBox is all the size a drawing has"),
    ("  <title>Gardener</title>\n", "",
     "1:1: svg: a <title> is missing, the name of what is drawn"),
    # elements
    ("  <path", '  <text x="5">Hi</text><path',
     f"4:3: text: not allowed in <svg>, expected one of: title, {SHAPES}"),
    ("  <path", '  <rectangle width="9"/><path', "4:3: rectangle: not allowed in <svg>, did you "
     "mean 'rect'?"),
    ("  <path", '  <elipse rx="9"/><path',
     "4:3: elipse: not allowed in <svg>, did you mean 'ellipse'?"),
    ("  <path", '  <defs><g><linearGradient id="a"><stop/></linearGradient></g></defs><path',
     f"4:3: defs: not allowed in <svg>, expected one of: title, {SHAPES}"),
    ("  <path", '  <image href="http://example.com/a.png"/><path',
     f"4:3: image: not allowed in <svg>, expected one of: title, {SHAPES}"),
    ("  <path", "  <g><script>alert(1)</script></g><path",
     f"4:6: script: not allowed in <g>, expected one of: {SHAPES}"),
    ("  <path", '  <use href="#a"/><path',
     f"4:3: use: not allowed in <svg>, expected one of: title, {SHAPES}"),
    ("/>\n</svg>", '><g fill="red"/></path>\n</svg>', "4:75: g: not allowed in <path>"),
    ("  <path", '  <e:view xmlns:e="http://e.org"/><path',
     "4:3: view: not a part of SVG; delete it (in Inkscape: save as plain SVG)"),
    ("  <path", "  Hello <path", "1:1: svg: text cannot be drawn, found 'Hello'"),
    # attributes
    (PATH, f'style="fill:none" {PATH}', "4:9: path.style: not allowed, write each part as an "
     "attribute: fill='none' stroke='#23263b'"),
    (PATH, f'class="a" {PATH}', f"4:9: path.class: not allowed, {OF_PATH}"),
    (PATH, f'{PATH}\n    opacity="0.5"', "5:5: path.opacity: not allowed, expected only "
     "plain fills and strokes"),
    (PATH, f'{PATH} filter="url(#a)"', "4:27: path.filter: not allowed, expected only "
     "plain fills and strokes"),
    (PATH, f'{PATH} clip-path="url(#a)"', "4:27: path.clip-path: not allowed, expected only "
     "plain fills and strokes"),
    (PATH, f'{PATH} onclick="f()"', f"4:27: path.onclick: not allowed, {OF_PATH}"),
    (PATH, f'{PATH} strokewidth="2"', "4:27: path.strokewidth: not allowed, did you mean "
     "'stroke-width'?"),
    (PATH, f'xmlns:i="http://i.org" i:label="d=" {PATH}',
     "4:32: path.label: not a part of SVG; delete it (in Inkscape: save as plain SVG)"),
    (PATH, 'id="d"', "4:3: path: the attribute 'd' is missing"),
    (' r="40"', "", "3:3: circle: the attribute 'r' is missing"),
    # colours
    (FILL, 'fill="#d7263e"', "3:34: circle.fill: '#d7263e' is not a colour of the palette, did you "
     "mean red #d7263d?"),
    (FILL, 'fill="#D7263D"', "3:34: circle.fill: '#D7263D' is not a colour of the palette, did you "
     "mean red #d7263d?"),
    (FILL, 'fill="blush"', "3:34: circle.fill: 'blush' is not a colour of the palette, did you "
     "mean blush #f2919b?"),
    (FILL, 'fill="black"', "3:34: circle.fill: 'black' is not a colour of the palette, did you "
     "mean ink #23263b?"),
    (FILL, 'fill="url(#a)"', "3:34: circle.fill: 'url(#a)' is not a colour of the palette, "
     "expected one such as #23263b"),
    (FILL, 'fill="currentColor"', "3:34: circle.fill: currentColor is only for symbols and the "
     "like, expected a colour or none"),
    (f" {FILL}", "", "3:3: circle: the attribute 'fill' is missing, expected a colour or none"),
    ('"#23263b" stroke-width="4"', '"#000" stroke-width="4"', "3:49: circle.stroke: '#000' is not "
     "a colour of the palette, did you mean ink #23263b?"),
    # strokes
    ('stroke-width="4"', 'stroke-width="4.5"',
     f"3:66: circle.stroke-width: expected one of {SCALE}, found 4.5"),
    (' stroke-width="4"', "",
     f"3:3: circle: the attribute 'stroke-width' is missing, expected one of {SCALE}"),
    ('stroke-width="4"', 'stroke-width="4px"',
     "3:66: circle.stroke-width: expected a number without a unit, found '4px'"),
    ('stroke-width="4"', 'stroke-width="4" transform="scale(.2)"',
     f"3:66: circle.stroke-width: expected one of {SCALE}, found 4, which its transforms make 0.8"),
    (PATH, f'{PATH} stroke-linejoin="rnd"', "4:27: path.stroke-linejoin: 'rnd' is not known here, "
     "did you mean 'round'?"),
    (PATH, f'{PATH} fill-rule="all"', "4:27: path.fill-rule: 'all' is not known here, expected one "
     "of: nonzero, evenodd"),
    # numbers
    ('r="40"', 'r="4O"', "3:27: circle.r: expected a number without a unit, found '4O'"),
    ('r="40"', 'r="40%"', "3:27: circle.r: expected a number without a unit, found '40%'"),
    ('r="40"', 'r="٤"', "3:27: circle.r: expected a number without a unit, found '٤'"),
    ('r="40"', 'r="-4"', "3:27: circle.r: expected a number that is not negative, found -4"),
    (PATH, 'd="M10 50 L90"', "4:9: path.d: cannot be read from 'L90' on, expected something like "
     "'M10 10 L90 90'"),
    (PATH, 'd="10 50"', "4:9: path.d: cannot be read from '10 50' on, expected something like "
     "'M10 10 L90 90'"),
    (PATH, 'd=""', "4:9: path.d: expected something like 'M10 10 L90 90', found nothing"),
    ("  <path", '  <polygon points="1,1 2" fill="none"/><path', "4:12: polygon.points: cannot be "
     "read from '2' on, expected something like '10,10 90,10 50,90'"),
    (PATH, f'{PATH} transform="rotate(45deg)"', "4:27: path.transform: cannot be read from "
     "'rotate(45deg)' on, expected something like 'rotate(45 50 50)'"),
    # the box
    ('cy="50" r="40"', 'cy="50" r="49"', "3:3: circle: leaves the box of 0 to 100: x -1.0 to "
     "101.0, y -1.0 to 101.0, outline included"),
    (PATH, f'{PATH} transform="translate(20 0)"', "4:3: path: leaves the box of 0 to 100: x 28.8 "
     "to 111.2, y 48.8 to 51.2, outline included"),
    (PATH, f'{PATH} transform="rotate({"9" * 400})"',
     "4:27: path.transform: cannot be measured, are its numbers right?"),
    (PATH, 'd="M0 0' + f" L{'9' * 400} 0" + '"',
     "4:3: path: this shape cannot be measured, are its numbers right?"),
    (PATH, 'd="M9 9' + "L5 5L9 9" * 79 + '"', "1:1: svg: expected at most 160 segments, found 162"),
    # the file
    (PICTURE, "", "1:1: this file is empty, expected an SVG drawing"),
    (PICTURE, " \n", "1:1: this file is empty, expected an SVG drawing"),
    ("</svg>", "", "6:1: this is not XML that can be read: no element found"),
    (PICTURE, "just words", "1:1: this is not XML that can be read: syntax error"),
    (f"{PATH}", f"{PATH} {PATH}", "4:27: this is not XML that can be read: duplicate attribute"),
    ("Gardener", "R&nbsp;D", "2:11: this is not XML that can be read: undefined entity"),
    ("<svg", '<!DOCTYPE svg [<!ENTITY a "b">]><svg',
     "1:1: delete the DOCTYPE (in Inkscape: save as plain SVG)"),
    ("<svg", '<?xml version="1.0" encoding="latin-1"?><svg',
     "1:1: expected encoding='UTF-8', found 'latin-1'"),
    ("<svg", '<?xml-stylesheet href="a.css"?><svg',
     "1:1: only '<?xml ...?>' at the very beginning is allowed of what stands in <? ?>"),
    ("</title>", "</title>" + "<g>" * 30, "2:83: nested deeper than 20 levels"),
    ("Gardener", "x" * MAX_BYTES,
     "1:1: this file is bigger than 200,000 bytes, expected a simple drawing"),
    # several at once
    (CIRCLE, '<circle r="a" fill="red"/>\n<video/>\n<rect width="9"/>',
     "3:9: circle.r: expected a number without a unit, found 'a'\n"
     "3:15: circle.fill: 'red' is not a colour of the palette, did you mean red #d7263d?\n"
     f"4:1: video: not allowed in <svg>, expected one of: title, {SHAPES}\n"
     "5:1: rect: the attribute 'fill' is missing, expected a colour or none\n"
     "5:1: rect: the attribute 'height' is missing"),
]  # fmt: skip

# The same for SYMBOL.
SYMBOL_EDITS = [
    ('stroke-width="8"', 'stroke-width="4"',
     "4:5: path.stroke-width: expected one of 7, 8, 9, 10, found 4"),
    ('"currentColor"', '"#23263b"',
     "3:18: g.stroke: expected currentColor or none, found '#23263b'"),
    ("  </g>", '<path d="M9 9H20"/>' * 4 + "  </g>",
     "1:1: svg: expected at most 4 strokes of a pen, found 5"),
    ("  </g>", '<path d="M9 9H20M9 20H20M9 30H20M9 40H20"/>' + "  </g>",
     "1:1: svg: expected at most 4 strokes of a pen, found 5"),
    ("L90 50", "L90 50L80 50" * 21, "1:1: svg: expected at most 40 segments, found 42"),
]  # fmt: skip


@pytest.fixture
def lint_lines(tmp_path, monkeypatch):
    """The lines that the linter prints for a text or bytes."""
    monkeypatch.chdir(tmp_path)

    def report(content, name="piece.svg"):
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        lines = "\n".join(map(str, lint(path)))
        return lines.replace(f"{name}:", "")

    return report


@pytest.mark.parametrize("path", ART, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_shipped_art_keeps_the_rules(path):
    assert lint(path) == []


@pytest.mark.parametrize("name", ["piece.svg", "symbols/piece.svg"])
def test_the_examples_keep_the_rules(lint_lines, name):
    assert lint_lines(SYMBOL if "symbols" in name else PICTURE, name) == ""


@pytest.mark.parametrize(("old", "new", "lines"), EDITS, ids=[row[2][:50] for row in EDITS])
def test_a_breach_is_a_line_at_its_place(lint_lines, old, new, lines):
    assert old in PICTURE
    assert lint_lines(PICTURE.replace(old, new, 1)) == lines


@pytest.mark.parametrize(
    ("old", "new", "lines"), SYMBOL_EDITS, ids=[row[2][:50] for row in SYMBOL_EDITS]
)
def test_symbols_have_rules_of_their_own(lint_lines, old, new, lines):
    assert old in SYMBOL
    assert lint_lines(SYMBOL.replace(old, new, 1), "symbols/piece.svg") == lines


@pytest.mark.parametrize(
    "body",
    [
        '<line x1="10" y1="9" x2="90" y2="9" stroke="#23263b" stroke-width="2"/>',
        '<g transform="translate(50,50) scale(.5)"><circle r="80" fill="none" '
        'stroke="#23263b" stroke-width="8"/></g>',
        '<path fill="#4caf50" d="m10 10a5 5 0 0110-5.5.5.5 0 10.5 3l1e1-3H.5v+5.Z"/>',
        '<path fill="#4caf50" d="M 10,10 C 1 2 3 4 5 6 S 7 8 9 9 Q 1 1 2 2 T 3 3 z m 5 5 4 4"/>',
        '<rect x="-.4" width="100.8" height="9" fill="#ffffff" id="edge"/>',
    ],
)
def test_what_the_rules_allow(lint_lines, body):
    assert lint_lines(f"{HEAD}<title>Fine</title><!-- a remark -->{body}</svg>") == ""


def test_bytes_that_are_no_text(lint_lines):
    message = "this file is not UTF-8, save it again so"
    assert (
        lint_lines(PICTURE.replace("Gardener", "Gärtner").encode("latin-1")) == f"2:11: {message}"
    )
    assert lint_lines(PICTURE.encode("utf-16-le")) == f"1:1: {message}"
    assert lint_lines(b"\xef\xbb\xbf" + PICTURE.encode()) == "", "a byte order mark does no harm"


def test_a_file_that_cannot_be_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.svg").mkdir()
    for name, reason in [("none.svg", "No such file or directory"), ("folder.svg", "")]:
        (problem,) = lint(Path(name))
        assert str(problem).startswith(f"{name}:1:1: this file cannot be read: {reason}")


def test_a_bomb_does_not_go_off(lint_lines):
    nested = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(12))
    bomb = f'<!DOCTYPE svg [<!ENTITY a0 "boom">{nested}]>{HEAD}<title>&a12;</title></svg>'
    assert lint_lines(bomb) == "1:1: delete the DOCTYPE (in Inkscape: save as plain SVG)"


def test_long_wrong_values_are_refused_at_once(lint_lines):
    for wrong in ["M" + "1" * 150_000, "M" + "1 " * 75_000 + "x", "M1 1" + "Z" * 150_000 + "-"]:
        assert "path.d: cannot be read" in lint_lines(PICTURE.replace("M10 50 L90 50", wrong))


def test_only_discs_and_quads_have_current_colour_beside_the_palette(lint_lines):
    piece = PICTURE.replace(PALETTE["red"], "currentColor")
    assert lint_lines(piece, "discs/star.svg") == lint_lines(piece, "quads/solid.svg") == ""
    assert "currentColor is only for" in lint_lines(piece, "discs/marks/red.svg")


WORDS = st.sampled_from(
    [
        *(
            HEAD,
            "</svg>",
            "<g",
            "</g>",
            "<path",
            "<rect",
            "<circle",
            "<line",
            "<polygon",
            "<title>",
        ),
        *("</title>", "/>", ">", "<!--", "-->", "<![CDATA[", "]]>", "&amp;", "&", "<?xml", "?>"),
        *(' d="', ' r="', ' transform="', ' points="', ' fill="', ' stroke="', ' width="', '"'),
        *("M", "a", "Z", "c", "1e99", "-1", "0", ".5", " ", ",", "\n", "scale(", "matrix(", ")"),
        *("none", "#d7263d", "currentColor", ' stroke-width="', "ä", ' xmlns:a="b"', " a:b='c'"),
        *("\0", "="),
    ]
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
        assert isinstance(art.operators(file, "full", "ink", 100), str)


# --- own art beside a set ---

SET = """\
game: magnetmen
title: {en: Mine}
alone: {types: [1, 2]}
types:
  baker:
    name: {en: Bread Baker}
    powers: [{score: [{flat: {points: 3}}]}]
  gardener:
    name: {en: Merry Gardener}
    powers: [{score: [{flat: {points: 1}}]}]
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A folder with a set whose gardener has a good portrait and a good symbol of its own."""
    monkeypatch.chdir(tmp_path)
    symbols = tmp_path / "mine" / "assets" / "magnetmen" / "symbols"
    symbols.mkdir(parents=True)
    (tmp_path / "mine" / "mine.yaml").write_text(SET)
    (symbols.parent / "gardener.svg").write_text(PICTURE)
    (symbols / "gardener.svg").write_text(SYMBOL)
    return Path("mine")


def _refused(folder: Path) -> str:
    with pytest.raises(DefinitionError) as bad:
        load_definition(["mine"], [folder])
    return str(bad.value)


def test_own_art_that_keeps_the_rules(own):
    assert load_definition(["mine"], [own]).art_dirs


def test_own_art_is_checked_when_its_set_is_loaded(own):
    art = own / "assets" / "magnetmen"
    (art / "gardener.svg").write_text(PICTURE.replace(PALETTE["red"], "#d7263e"))
    (art / "symbols" / "gardener.svg").write_text(SYMBOL.replace("</g>", ""))
    (own / "mine.yaml").write_text(SET.replace("Merry Gardener", "Bread Baker"))
    assert _refused(own).splitlines() == [
        "mine/assets/magnetmen/gardener.svg:3:34: circle.fill: '#d7263e' is not a colour of the "
        "palette, did you mean red #d7263d?",
        "mine/assets/magnetmen/symbols/gardener.svg:6:3: this is not XML that can be read: "
        "mismatched tag",
        "mine/mine.yaml:9:16: types.gardener.name.en: mine/mine.yaml:5 has this name too, give one "
        "of them another",
    ]


def test_own_art_under_a_shipped_name_is_checked(own):
    (own / "assets" / "magnetmen" / "baker.svg").write_text("<svg/>")
    assert _refused(own).startswith("mine/assets/magnetmen/baker.svg:1:1: expected <svg xmlns=")


def test_pictures_that_no_type_names_and_bitmaps_are_left_alone(own):
    art = own / "assets" / "magnetmen"
    (art / "unfinished.svg").write_text("<svg>")
    (art / "gardener.svg").unlink()
    Image.new("RGB", (60, 60)).save(art / "gardener.png")  # not for this linter
    assert load_definition(["mine"], [own]).art_dirs


def test_shipped_art_is_not_checked_when_sets_are_loaded(own, monkeypatch):
    checks = []
    monkeypatch.setattr(svg_rules, "lint", lambda path: checks.append(path) or [])
    load_definition(["mine"], [own])
    assert sorted(path.name for path in checks) == ["gardener.svg", "gardener.svg"]

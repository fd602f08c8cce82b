"""The quick reader of art: it reads as svgelements does, and leaves the rest to it."""

import pytest

from generator.core.resources import assets_dir
from generator.pdf import svg_general, svg_plain

ART = sorted(assets_dir().rglob("*.svg"))
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
DEFAULTS = {"fill": "black", "stroke": "none"}
WORDS = ("fill", "stroke", "stroke-linecap", "stroke-linejoin", "fill-rule")


@pytest.fixture
def svg(tmp_path):
    def write(text):
        path = tmp_path / "piece.svg"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def assert_read_alike(path):
    quick, thorough = svg_plain.read(path), svg_general.read(path)
    assert [shape.path for shape in quick] == [shape.path for shape in thorough]
    assert [shape.is_line for shape in quick] == [shape.is_line for shape in thorough]
    assert [shape.stroke_width for shape in quick] == pytest.approx(
        [shape.stroke_width for shape in thorough]
    )
    for one, other in zip(quick, thorough, strict=True):
        for word in WORDS:
            assert one.attributes.get(word, DEFAULTS.get(word)) == other.attributes.get(word)


@pytest.mark.parametrize("path", ART, ids=lambda path: path.stem)
def test_shipped_art_is_plain_and_read_as_svgelements_reads_it(path):
    assert_read_alike(path)


@pytest.mark.parametrize(
    "shape",
    [
        '<path d="M0 0 10,10 H5 V50 Q1 2 3 4 5 6 7 8 C1 1 2 2 3 3 Z L9 9 M1 2 L3 4" fill="none"/>',
        '<path d="M11 20 A26 13 0 1 0 66 44 A9 5 33.5 0 1 20 20 A1 1 0 0 0 50 50" fill="none"/>',
        '<rect x="1.5" y="2" width="30" height="7" rx="5" fill="none"/>',
        '<circle cx="3" cy="4" r="5" transform="translate(9 8) rotate(-30) scale(2)"/>',
        '<ellipse cx="3" cy="4" rx="5" ry="6.5" transform="rotate(33 5 6) scale(-1 1)"/>',
        '<g stroke="currentColor" transform="scale(1 -1)"><g transform="scale(0.5)">'
        '<rect width="3" height="4" rx="1" stroke-width="4" transform="rotate(10)"/></g></g>',
    ],
)
def test_what_our_art_might_hold_is_read_alike(svg, shape):
    assert_read_alike(svg(f"{HEAD}{shape}</svg>"))


@pytest.mark.parametrize(
    "text",
    [
        "<path",
        '<svg viewBox="0 0 100 100"/>',
        HEAD.replace("0 0 100 100", "0 0 50 50") + "</svg>",
        f"<!DOCTYPE svg>{HEAD}</svg>",
        f"{HEAD}<style>path {{fill: red}}</style></svg>",
        f'{HEAD}<path d="M0 0 L1 1"><rect width="1" height="1"/></path></svg>',
        f'{HEAD}<path d="M0 0 L1 1" style="fill:red"/></svg>',
        f'{HEAD}<polygon points="0 0 1 1 2 0"/></svg>',
        f'{HEAD}<rect width="1mm" height="1"/></svg>',
        f'{HEAD}<rect width="0" height="1"/></svg>',
        f'{HEAD}<circle r="0"/></svg>',
        f'{HEAD}<path d="m0 0 l1 1"/></svg>',
        f'{HEAD}<path d="M0 0 L1-1"/></svg>',
        f'{HEAD}<path d="M0 0 L1"/></svg>',
        f'{HEAD}<path d="M0 0 Z 5"/></svg>',
        f'{HEAD}<path d="M0 0 A0 1 0 0 0 5 5"/></svg>',
        f'{HEAD}<path d="M0 0 A1 1 0 2 0 5 5"/></svg>',
        f'{HEAD}<path d="M5 5 A1 1 0 1 0 5 5"/></svg>',
        f'{HEAD}<path d="M0 0 L1 1" transform="scale(1 2)"/></svg>',
        f'{HEAD}<path d="M0 0 L1 1" transform="skewX(3)"/></svg>',
        f'{HEAD}<path d="M0 0 L1 1" transform="rotate(1 2)"/></svg>',
    ],
)
def test_all_else_is_left_to_svgelements(svg, text):
    assert svg_plain.read(svg(text)) is None

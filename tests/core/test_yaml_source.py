"""YAML files: what they may hold, the place of each value, what is refused with which message."""

import os
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from generator.core import yaml_source as module
from generator.core.diagnostics import Diagnostic, display_path
from generator.core.errors import DefinitionError
from generator.core.yaml_source import MAX_BYTES, MAX_DEPTH, read_source

HAS_LIBYAML = hasattr(yaml, "CSafeLoader")


@pytest.fixture(autouse=True)
def in_tmp_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture(params=["fast", "pure"])
def loader(request, monkeypatch):
    """Every message must be the same with libyaml and without."""
    if request.param == "pure":
        monkeypatch.setattr(module, "_FAST", yaml.SafeLoader)


def read(text):
    Path("set.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_source(Path("set.yaml"))


def problems(text):
    with pytest.raises(DefinitionError) as bad:
        read(text)
    return str(bad.value).splitlines()


VALUES = [
    ("3", 3),
    ("+3", 3),
    ("-3", -3),
    ("0", 0),
    ("1.5", 1.5),
    ("-1.50", -1.5),
    ("true", True),
    ("false", False),
    ("", None),
    ("~", None),
    ("null", None),
    ("'3'", "3"),
    ('"true"', "true"),
    # what YAML 1.1 makes something else of
    ("yes", "yes"),
    ("no", "no"),
    ("on", "on"),
    ("off", "off"),
    ("True", "True"),
    ("1_000", "1_000"),
    ("0o17", "0o17"),
    ("0x1F", "0x1F"),
    ("017", "017"),
    ("1:30", "1:30"),
    ("1e3", "1e3"),
    (".5", ".5"),
    ("5.", "5."),
    (".inf", ".inf"),
    (".nan", ".nan"),
    ("2024-01-31", "2024-01-31"),
    ("=", "="),
    ("|\n  two\n  lines", "two\nlines"),
    (">\n  one\n  line", "one line"),
]


@pytest.mark.parametrize("text, value", VALUES, ids=[text for text, _ in VALUES])
def test_values(loader, text, value):
    data = read(f"key: {text}").data["key"]
    assert data == value
    assert type(data) is type(value)


def test_no_is_a_language_code(loader):
    assert read("name: {no: Baker, on: x}").data == {"name": {"no": "Baker", "on": "x"}}


def test_accents_of_their_own_are_put_together_with_their_letters(loader):
    assert read('fr: "De\u0301 \\u0065\\u0301"').data == {"fr": "D\u00e9 \u00e9"}


def test_byte_order_mark_and_windows_lines(loader):
    source = read(b"\xef\xbb\xbfa: 1\r\nb:\r\n  - 2\r\n")
    assert source.data == {"a": 1, "b": [2]}
    assert source.mark(["b", 0]) == (3, 5)


MARKED = """\
# a comment
types:
  baker:
    name: {en: Baker, fr: 'Boulanger'}
    powers:
      - weight: 2
      - weight:
    same: &same
      x: 1
  judge: *same
"""


@pytest.mark.parametrize(
    "loc, value, key",
    [
        ([], (2, 1), (2, 1)),
        (["types"], (3, 3), (2, 1)),
        (["types", "baker"], (4, 5), (3, 3)),
        (["types", "baker", "name"], (4, 11), (4, 5)),
        (["types", "baker", "name", "fr"], (4, 27), (4, 23)),
        (["types", "baker", "powers"], (6, 7), (5, 5)),
        (["types", "baker", "powers", 0], (6, 9), (6, 9)),
        (["types", "baker", "powers", 0, "weight"], (6, 17), (6, 9)),
        # where there is no value, its key has to do
        (["types", "baker", "powers", 1, "weight"], (7, 9), (7, 9)),
        # a value behind an alias stands where it is written
        (["types", "judge", "x"], (9, 10), (9, 7)),
        (["types", "judge"], (8, 11), (10, 3)),
        # what leads out of the data ends at the last value on the way
        (["types", "baker", "name", "de"], (4, 11), (4, 5)),
    ],
)
def test_marks(loader, loc, value, key):
    source = read(MARKED)
    assert source.mark(loc) == value
    assert source.mark(loc, key=True) == key


def test_all_duplicates_at_once(loader):
    text = "a: 1\nb: {x: 1, x: [], 'x': 2}\na: 2\nc:\n  - d: 1\n    d: 1\n"
    assert problems(text) == [
        "set.yaml:2:11: b.x: this key is given twice, first in line 2; keep one",
        "set.yaml:2:18: b.x: this key is given twice, first in line 2; keep one",
        "set.yaml:3:1: a: this key is given twice, first in line 1; keep one",
        "set.yaml:6:5: c[0].d: this key is given twice, first in line 5; keep one",
    ]


EMPTY = "1:1: the file is empty, expected 'key: value' lines"
QUOTES = "put a text that begins with '!' in quotes"
ALIGN = "indent it exactly like its neighbours (the block begins at line 1, column 1)"
BAD = [
    # nothing, or something else than keys and values
    ("", EMPTY),
    ("# only a comment\n", EMPTY),
    ("---\n", EMPTY),
    ("~", EMPTY),
    ("- 1\n- 2", "1:1: expected 'key: value' lines, found a list of 2"),
    ("[]", "1:1: expected 'key: value' lines, found an empty list"),
    ("baker", "1:1: expected 'key: value' lines, found 'baker'"),
    ("3", "1:1: expected 'key: value' lines, found 3"),
    ("a: 1\n---\nb: 2", "2:1: a second document begins here, put it in a file of its own"),
    # keys that are no names
    (
        "types:\n  3: x",
        "2:3: types: expected a name before the ':', found 3; to use it as a name put it in quotes",
    ),
    (
        "true: x",
        "1:1: expected a name before the ':', found true; to use it as a name put it in quotes",
    ),
    (
        "? [1, 2]\n: x",
        "1:3: expected a name before the ':', found brackets or a '*'",
    ),
    (
        "a: &a x\n*a : y",
        "2:1: expected a name before the ':', found brackets or a '*'",
    ),
    ("a: {<<: {b: 1}}", "1:5: a.'<<': merge keys (<<) are not known here, write the entries out"),
    # tags
    (
        "a: !!python/object/apply:os.system [ls]",
        "1:4: a: the tag '!!python/object/apply:os.system' is not known here, leave it out; "
        + QUOTES,
    ),
    ("a: !!str 3", f"1:4: a: the tag '!!str' is not known here, leave it out; {QUOTES}"),
    ("a: !x", f"1:4: a: the tag '!x' is not known here, leave it out; {QUOTES}"),
    # odd characters
    ("a:\n\tb: 1", "2:1: a tab stands here, indent and separate with ordinary spaces only"),
    ("a:\t1", "1:3: a tab stands here, indent and separate with ordinary spaces only"),
    (
        "a:\n  \u00a0b: 1",
        "2:3: a no-break space stands here, indent and separate with ordinary spaces only",
    ),
    ("a: b\0c", "1:5: the invisible character U+0000 stands here, delete it"),
    ("a: 1\nb: \ufeff", "2:4: the invisible character U+FEFF stands here, delete it"),
    ("a: x\u00ady", "1:5: the invisible character U+00AD stands here, delete it"),
    ("a: x\u200by", "1:5: the invisible character U+200B stands here, delete it"),
    ("a: x\u2028y", "1:5: the invisible character U+2028 stands here, delete it"),
    ('a: "x\\0y"', "1:4: a: the invisible character U+0000 is in this text"),
    ('a: "\\uD800"', "1:4: a: the invisible character U+D800 is in this text"),
    (
        b"a: 1\nb: Boulang\xe8re",
        "2:11: this file is not UTF-8, save it again with the encoding UTF-8",
    ),
    (
        "a: 1".encode("utf-16"),
        "1:1: this file is not UTF-8, save it again with the encoding UTF-8",
    ),
    # too much
    ("a: " + "9" * 30, "1:4: a: this number is longer than 20 digits"),
    ("a: {}" + " " * MAX_BYTES, "1:1: this file is bigger than 1,000,000 bytes, expected a YAML "
     "file of a few pages"),
    ("[" * 10_000_000, "1:1: this file is bigger than 1,000,000 bytes, expected a YAML file of a "
     "few pages"),
    # aliases
    (
        "a: *b",
        "1:4: a: *b stands for a value marked &b further up, found none; "
        "put a text that begins with '*' in quotes",
    ),
    ("a: &a\n  b: *a", "2:6: a.b: *a stands inside the value that it repeats"),
    # not YAML
    (
        "a: b: c",
        "1:5: a ':' cannot stand here, put a text that contains ': ' in quotes, "
        "or line this key up with its neighbours",
    ),
    ("a: 1\nb\nc: 2", "2:1: expected 'key: value', found no ': ' in this line"),
    (
        "a: 'x' y",
        "1:8: this does not belong to what stands before it, put the whole text in one pair of "
        "quotes, or line it up with its neighbours",
    ),
    (
        "a: 1\n- b",
        "2:1: 'key: value' lines and '- ' entries are mixed at one level, "
        "begin every line of the block from line 1, column 1 the same way",
    ),
    ("a:\n   b: 1\n  c: 2", f"3:3: this line is not lined up with the ones it belongs to, {ALIGN}"),
    ("a: 1\nb: 'it\nc: 2", "2:4: the quote that opens here is never closed, add the closing quote"),
    ("a: @b", "1:4: a value cannot begin with '@', put the text in quotes"),
    ("a: *", "1:4: a value cannot begin with '*' or '&', put the text in quotes"),
    ("a: !!", "1:4: a value cannot begin with '!', put the text in quotes"),
    (
        'a: "\\d"',
        "1:6: a '\\' has a meaning of its own inside double quotes, "
        "write it twice or use single quotes",
    ),
    (
        'a: "\\UFFFFFFFF"',
        "1:1: an escape names no character, expected at most \\U0010FFFF",
    ),
    (
        "a: - b",
        "1:4: a list cannot begin on the line of its key, put each '- ' on a line of its own below",
    ),
    ("a: [1,\n", "2:1: the file ends inside brackets, add the closing ']' or '}'"),
    (
        "a: [1, 2\n",
        "2:1: the list that opens with '[' at line 1, column 4 is never closed, add a ']'",
    ),
    (
        "a: {b: 1\nc: 2",
        "2:2: expected ',' or '}' inside the block that opens with '{' at line 1, column 4, "
        "found ':'; close it with '}', or put a text that contains ': ' in quotes",
    ),
    ("a: ]", "1:4: expected a value, found ']'; put a text that begins with it in quotes"),
    (
        "a: 1\n...\nb: 2",
        "3:1: this does not belong to what stands before it, "
        "expected 'key: value' lines, each key with its ':'",
    ),
    (
        "%YAML 3.0\n---\na: 1",
        "1:1: this cannot be read as YAML: "
        "found incompatible YAML document (version 1.* is required)",
    ),
]  # fmt: skip


@pytest.mark.parametrize("text, message", BAD, ids=[repr(text[:30]) for text, _ in BAD])
def test_refused(loader, text, message):
    assert problems(text) == [f"set.yaml:{message}"]


def test_what_comes_before_the_end_of_yaml_is_reported_too(loader):
    assert [line.split(": ")[0] for line in problems("a: 1\na: 2\nb: 'x")] == [
        "set.yaml:2:1",
        "set.yaml:3:4",
    ]


def test_depth(loader):
    def nested_lists(levels):
        return "a: " + "[" * levels + "]" * levels

    assert read(nested_lists(MAX_DEPTH)).data["a"]
    (line,) = problems(nested_lists(MAX_DEPTH + 1))
    assert line.startswith(f"set.yaml:1:{4 + MAX_DEPTH}: a[0][0]")
    assert line.endswith(": nested deeper than 40 levels")
    assert problems("[" * 900_000)[0].endswith(": nested deeper than 40 levels")
    assert problems("- " * 400_000)[0].endswith(": nested deeper than 40 levels")
    # levels that come with an alias count as well
    half = "a: &a " + "[" * 25 + "]" * 25 + "\nb: " + "[" * 20 + "*a" + "]" * 20
    assert problems(half)[0].endswith(": nested deeper than 40 levels")


def test_alias_explosion(loader):
    lines = ["l0: &l0 [1, 2, 3, 4, 5, 6, 7, 8, 9]"]
    lines += [f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 9)}]" for i in range(1, 9)]
    assert problems("\n".join(lines)) == [
        "set.yaml:5:15: l4[1]: "
        "with this *l3 written out the file has more than 20,000 values"
    ]  # fmt: skip
    assert read("\n".join(lines[:4])).data["l3"]


def test_big_file_without_aliases(loader):
    assert len(read("a:\n" + "- 1\n" * 50_000).data["a"]) == 50_000


def test_things_that_are_no_files(tmp_path):
    def message(path):
        with pytest.raises(DefinitionError) as bad:
            read_source(path)
        return str(bad.value)

    (tmp_path / "folder").mkdir()
    assert message(Path("folder")) == "folder:1:1: this is a folder, expected a YAML file"
    assert message(Path("nowhere.yaml")) == "nowhere.yaml:1:1: there is no such file"
    assert "cannot be read: " in message(Path("a\0b"))
    assert "cannot be read: " in message(Path("x" * 5000))
    if hasattr(os, "mkfifo"):
        os.mkfifo("pipe")
        assert message(Path("pipe")) == "pipe:1:1: this is not a file, expected a YAML file"


def test_unreadable_file(monkeypatch):
    def refuse(path, mode):
        raise PermissionError(13, "Permission denied", str(path))

    Path("set.yaml").write_text("a: 1")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(DefinitionError) as bad:
        read_source(Path("set.yaml"))
    assert str(bad.value) == "set.yaml:1:1: this file cannot be read: Permission denied"


def test_paths_are_shown_relative_to_the_working_directory(tmp_path):
    assert display_path(tmp_path / "sets" / "base.yaml") == "sets/base.yaml"
    assert display_path(Path("sets/base.yaml")) == "sets/base.yaml"
    assert display_path(tmp_path.parent / "base.yaml") == (tmp_path.parent / "base.yaml").as_posix()


def test_a_problem_is_one_short_line():
    problem = Diagnostic("a\nb.yaml", 1, 2, "x\x1b" * 200, "it\r\nis\u2028 " + "long" * 1000)
    text = str(problem)
    assert len(text.splitlines()) == 1
    assert len(text) < 1000
    assert text.isprintable()
    assert str(Diagnostic("a.yaml", 1, 2, "", "empty")) == "a.yaml:1:2: empty"


def test_problems_are_sorted_and_counted_once():
    one, two = Diagnostic("a", 2, 1, "", "x"), Diagnostic("a", 10, 1, "", "x")
    other = Diagnostic("b", 1, 1, "", "x")
    bad = DefinitionError([other, two, one, two])
    assert bad.problems == (one, two, other)
    assert str(bad) == "a:2:1: x\na:10:1: x\nb:1:1: x"


# Anything at all may stand in a file -------------------------------------------------------

SNIPPETS = st.lists(
    st.sampled_from(
        ["a", "b", ": ", ":", "- ", "\n", "\n  ", "\n    ", "'", '"', "[", "]", "{", "}", ", ",
         "&a ", "*a", "!x ", "? ", "| \n ", ">", "#", "%", "---", "...", "3", "1.5", "~", "true",
         "\t", "\u00a0", "\u2028", "\ufeff", "\\", "<<", "é", "\U0001f600", "@", "\r", "%YAML 1.1"]
    ),
    max_size=40,
).map("".join)  # fmt: skip


def outcome(path):
    """The data, or the problems; anything else fails the test."""
    try:
        source = read_source(path)
    except DefinitionError as bad:
        assert bad.problems
        assert len(str(bad).splitlines()) == len(bad.problems)
        return str(bad)
    assert isinstance(source.data, dict)
    return source


@given(st.one_of(st.text(), SNIPPETS, st.binary()))
def test_any_file_loads_or_is_refused(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "ignore"))
    outcome(path)


@pytest.mark.skipif(not HAS_LIBYAML, reason="there is only one loader")
@given(st.one_of(st.text(), SNIPPETS))
def test_loaders_agree(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(content.encode("utf-8", "ignore"))
    fast = outcome(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_FAST", yaml.SafeLoader)
        pure = outcome(path)
    if not isinstance(fast, str) and isinstance(pure, str):
        return  # libyaml lets some odd things pass, `>#` for one
    assert pure == fast

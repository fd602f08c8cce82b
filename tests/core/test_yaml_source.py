"""YAML files: what they may hold, the place of each value, what is refused.

tests/mistakes/yaml has the messages.
"""

import os
from pathlib import Path
from unittest.mock import Mock

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from generator.core import yaml_source as module
from generator.core.diagnostics import Diagnostic, display_path
from generator.core.errors import DefinitionError
from generator.core.yaml_source import MAX_BYTES, MAX_DEPTH, read_source

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


def read(text):
    Path("set.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_source(Path("set.yaml"))


def problems(path):
    with pytest.raises(DefinitionError) as bad:
        read_source(path)
    return str(bad.value)


VALUES = {"3": 3, "+3": 3, "-3": -3, "0": 0, "1.5": 1.5, "-1.50": -1.5, "'3'": "3"}
VALUES |= {"true": True, "false": False, "": None, "~": None, "null": None, '"true"': "true"}
VALUES |= {"|\n  two\n  lines": "two\nlines", ">\n  one\n  line": "one line"}
# what YAML 1.1 makes something else of
TEXTS = "yes no on off True 1_000 0o17 0x1F 017 1:30 1e3 .5 5. .inf .nan 2024-01-31 ="


def test_values():
    for text, value in (VALUES | {text: text for text in TEXTS.split()}).items():
        data = read(f"key: {text}").data["key"]
        assert data == value and type(data) is type(value), text
    assert read("name: {no: Baker, on: x}").data == {"name": {"no": "Baker", "on": "x"}}
    # accents of their own are put together with their letters
    assert read('fr: "De\u0301 \\u0065\\u0301"').data == {"fr": "D\u00e9 \u00e9"}
    source = read(b"\xef\xbb\xbfa: 1\r\nb:\r\n  - 2\r\n")  # byte order mark, Windows lines
    assert source.data == {"a": 1, "b": [2]}
    assert source.mark(["b", 0]) == (3, 5)


def test_a_file_that_is_too_big_or_deep_is_not_parsed():
    assert read("a: " + "[" * MAX_DEPTH + "]" * MAX_DEPTH).data["a"]
    for text in ("[" * 900_000, "- " * 400_000):
        Path("deep.yaml").write_text(text)
        assert problems(Path("deep.yaml")).endswith(": nested deeper than 40 levels")
    Path("big.yaml").write_text("[" * (MAX_BYTES + 1))
    assert "big.yaml:1:1: this file is bigger than 1,000,000 bytes" in problems(Path("big.yaml"))


def test_things_that_are_no_files(tmp_path, monkeypatch):
    (tmp_path / "folder").mkdir()
    os.mkfifo("pipe")
    for name, message in {
        "folder": "this is a folder, expected a YAML file",
        "nowhere.yaml": "there is no such file",
        "pipe": "this is not a file, expected a YAML file",
        "a\0b": "this file cannot be read: ",
        "x" * 5000: "this file cannot be read: ",
    }.items():
        assert f":1:1: {message}" in problems(Path(name))
    monkeypatch.setattr(Path, "open", Mock(side_effect=PermissionError(13, "Permission denied")))
    assert problems(Path("a.yaml")).endswith("1:1: this file cannot be read: Permission denied")


def test_problems_are_short_lines_sorted_and_counted_once(tmp_path):
    assert display_path(tmp_path / "sets" / "base.yaml") == "sets/base.yaml"
    assert display_path(tmp_path.parent / "base.yaml") == (tmp_path.parent / "base.yaml").as_posix()
    text = str(Diagnostic("a\nb.yaml", 1, 2, "x\x1b" * 200, "it\r\nis\u2028 " + "long" * 1000))
    assert len(text.splitlines()) == 1 and len(text) < 1000 and text.isprintable()
    one, two = Diagnostic("a", 2, 1, "", "x"), Diagnostic("a", 10, 1, "", "x")
    bad = DefinitionError([Diagnostic("b", 1, 1, "", "x"), two, one, two])
    assert str(bad) == "a:2:1: x\na:10:1: x\nb:1:1: x"


# Anything at all may stand in a file -------------------------------------------------------

SIGNS = """a b : ' " [ ] { } *a > # % --- ... 3 1.5 ~ true \\ << é @ \U0001f600"""
SPACES = ["\n", "\n  ", "\n    ", "\t", "\r", "\u00a0", "\u2028", "\ufeff"]
WORDS = [": ", "- ", ", ", "&a ", "!x ", "? ", "| \n ", "%YAML 1.1"]
SNIPPETS = st.lists(st.sampled_from([*SIGNS.split(), *SPACES, *WORDS]), max_size=40).map("".join)


def outcome(path):
    """The data, or the problems; anything else fails the test."""
    module._parsed.cache_clear()
    try:
        source = read_source(path)
    except DefinitionError as bad:
        assert len(str(bad).splitlines()) == len(bad.problems) > 0
        return str(bad)
    assert isinstance(source.data, dict)
    return source


@given(st.one_of(st.text(), SNIPPETS, st.binary()))
def test_any_file_loads_or_is_refused_with_and_without_libyaml_alike(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "ignore"))
    fast = outcome(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_FAST", yaml.SafeLoader)
        pure = outcome(path)
    if isinstance(fast, str) or not isinstance(pure, str):  # libyaml lets `>#` pass, for one
        assert pure == fast

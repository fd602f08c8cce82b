"""Mutated set files: each is printed, or refused with a place, and never spoils what is there.

The mutations are seeded. `MUTATIONS=5000 pytest -m "" tests/test_mutations.py` tries more of them.
"""

import os
import random
import re
import shutil
import time
from pathlib import Path

import pikepdf
import pytest
from commands import run
from short_run import first

from generator import games
from generator.core.errors import DefinitionError
from generator.core.resources import sets_dir

COUNT = int(os.environ.get("MUTATIONS", "300"))
PARTS = 12  # tests, so that several processes can share the work
LONGEST_SECONDS = 30  # for one file: a hang, not slowness
PLACE = re.compile(r"^\S+\.yaml:\d+:\d+: ", re.MULTILINE)

# What is printed of a set, and the set files that the command reads.
COMMANDS = {
    "magnetmen/base.yaml": ("boards", "--size", "small", "--seed", "m"),
    "magnetmen/boards.yaml": ("boards", "--size", "small", "--seed", "m"),
    "magnetmen/advanced.yaml": ("boards", "--set", "advanced", "--seed", "m"),
    "magnetmen/expert.yaml": ("boards", "--set", "expert", "--seed", "m"),
    "magnetmen/play.yaml": (),
    "metals/play.yaml": (),
    "metals/classic.yaml": ("metals", "--sheet", "map"),
    "metals/wilds.yaml": ("metals", "--set", "wilds", "--sheet", "map", "--seed", "m"),
    "quads/classic.yaml": ("quads", "--sheet", "board"),
    "discs/classic.yaml": ("discs", "--sheet", "discs", "--seed", "m"),
}
MUTATIONS = ("digit", "letter", "delete", "repeat", "swap", "indent", "cut")
WORDS = """
0 -1 1e400 .nan 99999999999 true '' [] {} text *gone &anchor | ' 2026-01-01 0x1f 1:30 [points]
{count} !!python/object:os.system "\\0" \u202e
"""
VALUES = [*WORDS.split(), "", "[1, [2]]", "{a: 1}", "'\x1b[31m'", "x" * 3000]


def mutate(text: str, choose: random.Random) -> str:
    """A text with one to three mutations in lines that are no comments."""
    lines = text.splitlines()
    for _ in range(choose.choice((1, 1, 2, 3))):
        numbers = [number for number, line in enumerate(lines) if line.strip()[:1] not in ("", "#")]
        if not numbers:
            break
        number = choose.choice(numbers)
        line = lines[number]
        match choose.choice(("value", "value", *MUTATIONS)):
            case "value":
                key, colon, _ = line.partition(":")
                lines[number] = f"{key}{colon} {choose.choice(VALUES)}"
            case "digit":
                new = choose.choice(("0", "9", "-1", "77777"))
                lines[number] = re.sub(r"\d", new, line, count=1)
            case "letter":
                place = choose.randrange(len(line))
                letter = chr(choose.choice((choose.randrange(32, 127), choose.randrange(0x300))))
                lines[number] = f"{line[:place]}{letter}{line[place + 1 :]}"
            case "delete":
                del lines[number]
            case "repeat":
                lines.insert(number, line)
            case "swap":
                other = choose.randrange(len(lines))
                lines[number], lines[other] = lines[other], line
            case "indent":
                lines[number] = choose.choice(("  ", "\t", " ")) + line
            case "cut":
                del lines[number:]
    return "\n".join(lines) + "\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the shipped sets in `mine`, and a file that stands in the way."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(sets_dir(), "mine", ignore=shutil.ignore_patterns("schemas"))
    Path("out.pdf").write_bytes(b"what was printed before")
    return tmp_path


@pytest.mark.parametrize("part", first(1, range(PARTS)))
def test_a_mutated_file_is_printed_or_refused(part: int, folder: Path) -> None:
    for number in range(part, COUNT, PARTS):
        choose = random.Random(f"mutation {number}")
        name = choose.choice([*COMMANDS])
        file = folder / "mine" / name
        sound = file.read_text("utf-8")
        file.write_text(mutate(sound, choose), "utf-8")
        begun = time.monotonic()
        try:
            _check(name, folder)
        except Exception as error:
            raise AssertionError(f"mutation {number} of {name}: {error!r}") from error
        assert time.monotonic() - begun < LONGEST_SECONDS, f"mutation {number} of {name}"
        file.write_text(sound, "utf-8")


def _check(name: str, folder: Path) -> None:
    """What has to hold for a set file, whatever is in it."""
    if not COMMANDS[name]:
        try:
            games.game(name.partition("/")[0]).playtest.load_goals([folder / "mine"])
        except DefinitionError as bad:
            assert PLACE.search(str(bad)), bad
        return
    words = (*COMMANDS[name], "--sets-dir", "mine", "--output", "out.pdf")
    result = run(*words)
    out = folder / "out.pdf"
    if result.exit_code:
        assert result.exit_code in (1, 2), result.exception
        assert isinstance(result.exception, SystemExit), result.exception
        assert PLACE.search(result.stderr), result.stderr
        assert out.read_bytes() == b"what was printed before"
        return
    with pikepdf.open(out) as document:
        assert len(document.pages) >= 1
    out.write_bytes(b"what was printed before")

"""Texts that do not fit a sheet, or only in a small size."""

import re

import pypdfium2
import pytest
from authoring.sets import GARDEN, loaded, write
from commands import typed

from generator.authoring.text_fit import check_text_fit
from generator.core.resources import sets_dir
from generator.games import game


def wordy(times: int) -> str:
    words = "A power in words, for as long as nobody stops it, and nobody does. " * times
    power = f'      - text: {{en: "{words}", fr: Court., nl: Kort., de: Kurz.}}\n'
    return re.sub(r"(?<=powers:\n)      - score:\n          - same_as.*\n", power, GARDEN)


@pytest.mark.slow
def test_what_does_not_fit_in_other_games(tmp_path):
    text = (sets_dir() / "discs" / "classic.yaml").read_text("utf-8")
    text = text.replace("{en: puzzle piece,", "{en: " + "aworldofpuzzles" * 4 + ",")
    found = check_text_fit(game("discs"), loaded(tmp_path, text, "discs"))
    assert {(each.key, each.severity) for each in found} == {("shapes.puzzle.name", "error")}
    text = (sets_dir() / "quads" / "classic.yaml").read_text("utf-8")
    text = re.sub("card: .*", "card: {width: 100, height: 80}", text)
    found = check_text_fit(game("quads"), loaded(tmp_path, text, "quads"))
    assert ("card", "does-not-fit") in {(each.key, each.code) for each in found}
    command = ["quads", "--set", "own", "--sets-dir", str(tmp_path), "--output", str(tmp_path)]
    message = typed(*command).stderr
    assert "own.yaml:17:7: card: too much text for a card of 100 x 80 mm: " in message


def test_of_several_boards_those_that_do_not_fit_are_skipped(tmp_path):
    """The others are printed, and the exit code is 1; so it is in a batch."""
    write(tmp_path, own=wordy(34))
    words = ["--no-playtest", "--set", "own", "--sets-dir", str(tmp_path), "--seed", "c"]
    words += ["--count", "8", "--output", str(tmp_path / "x.pdf")]
    result = typed("boards", *words)
    *lines, path = result.stdout.split()
    skipped = [line for line in result.stderr.split("\n") if line.startswith("skipped: ")]
    assert len(lines) + len(skipped) == 8 and lines and skipped
    assert len(pypdfium2.PdfDocument(path)) == len(lines)
    assert result.stderr.endswith(f"{len(lines)} printed, {len(skipped)} skipped\n")
    where = rf"skipped: {tmp_path}/own.yaml:33:9: types.toad.powers\[0\]: the legend of magnetmen\."
    assert all(re.match(f"{where}.* mm too high at 9 pt; ", line) for line in skipped)
    rows = typed("batch", *words)
    assert (result.exit_code, rows.exit_code) == (1, 1)
    assert f"{len(lines)} printed, {len(skipped)} failed" in rows.stderr
    assert skipped[0].removeprefix("skipped: ") in rows.stderr

"""Texts that do not fit a sheet, or only in a small size."""

import re

import pypdfium2
import pytest
from authoring.sets import GARDEN, loaded, write
from click.testing import CliRunner

from generator.authoring import text_fit
from generator.authoring.text_fit import check_text_fit
from generator.authoring.validate import validate
from generator.cli.app import app
from generator.core.paper import PAPERS
from generator.core.resources import sets_dir
from generator.games import game

pytestmark = pytest.mark.usefixtures("four_languages")


WORDY = "A power in words, for as long as nobody stops it, and nobody does. "


def wordy(times: int) -> str:
    power = f'      - text: {{en: "{WORDY * times}", fr: Court., nl: Kort., de: Kurz.}}\n'
    return re.sub(r"(?<=powers:\n)      - score:\n          - same_as.*\n", power, GARDEN)


@pytest.mark.slow
def test_a_set_in_order_is_laid_out_only_where_it_is_tightest(tmp_path, monkeypatch):
    """So that checking one file takes less than a second."""
    laid_out, original = [], text_fit._laid_out

    def count_call(*given, **more):
        laid_out.append(given)
        return original(*given, **more)

    monkeypatch.setattr(text_fit, "_laid_out", count_call)
    tight, *areas = (PAPERS[name].area for name in (text_fit._TIGHT_PAPERS[0], *PAPERS))
    assert all(tight.w <= area.w and tight.h <= area.h for area in areas)
    folder = write(tmp_path, own=GARDEN)
    assert not list(validate([folder], ()))
    assert len(laid_out) <= 64
    laid_out.clear()
    write(folder, own=wordy(24))
    assert list(validate([folder], ()))
    assert len(laid_out) > 192


@pytest.mark.slow
def test_a_name_of_another_game(tmp_path):
    text = (game("discs").catalogue.find("classic", ())).read_text(encoding="utf-8")
    long = "a puzzlepiecewhosenamegoesonandonandonwithoutanyspaceinit"
    text = text.replace("{en: puzzle piece,", f"{{en: {long},")
    diagnostics = list(check_text_fit(game("discs"), loaded(tmp_path, text, "discs")))
    assert {(diagnostic.key, diagnostic.severity) for diagnostic in diagnostics} == {
        ("shapes.puzzle.name", "error")
    }


def test_what_does_not_fit_is_reported_for_the_own_file(tmp_path):
    catalogue = game("magnetmen").catalogue
    text = catalogue.find("boards").read_text(encoding="utf-8").replace("slots: 14", "slots: 60")
    definition = game("magnetmen").load(("base",), (write(tmp_path, boards=text),))
    diagnostics = [
        diagnostic
        for diagnostic in check_text_fit(game("magnetmen"), definition)
        if diagnostic.code == "does-not-fit"
    ]
    assert {diagnostic.file for diagnostic in diagnostics} == {f"{tmp_path}/boards.yaml"}
    assert diagnostics[0].message.startswith(
        "60 slots on a4 are 4.9 mm each, expected 5 mm or more"
    )


@pytest.mark.slow
def test_cards_too_small_for_the_rules_are_reported_at_their_size(tmp_path):
    text = (sets_dir() / "quads" / "classic.yaml").read_text(encoding="utf-8")
    text = re.sub("card: .*", "card: {width: 100, height: 80}", text)
    problems = {
        (diagnostic.key, diagnostic.code)
        for diagnostic in check_text_fit(game("quads"), loaded(tmp_path, text, "quads"))
    }
    assert ("card", "does-not-fit") in problems
    command = ["quads", "--set", "own", "--sets-dir", str(tmp_path), "--output", str(tmp_path)]
    message = CliRunner().invoke(app, command).stderr
    assert "own.yaml:17:7: card: too much text for a card of 100 x 80 mm: " in message


def test_of_several_boards_those_that_do_not_fit_are_skipped(tmp_path):
    """As in a batch: the others are printed, and the exit code is 1."""
    write(tmp_path, own=wordy(34))
    words = ["--no-playtest", "--set", "own", "--sets-dir", str(tmp_path), "--seed", "c"]
    several = ["--count", "8", "--output", str(tmp_path / "x.pdf")]
    result = CliRunner().invoke(app, ["boards", *words, *several])
    *lines, path = result.stdout.split()
    skipped = [line for line in result.stderr.split("\n") if line.startswith("skipped: ")]
    assert result.exit_code == 1
    assert len(lines) + len(skipped) == 8 and lines and skipped
    assert result.stderr.endswith(f"{len(lines)} printed, {len(skipped)} skipped\n")
    assert all(
        re.match(rf"skipped: {tmp_path}/own.yaml:33:9: types.toad.powers\[0\]: the legend of "
                 r"magnetmen\.regular\.own\.4\.c-\d+\.", line) for line in skipped
    )  # fmt: skip
    reader = pypdfium2.PdfDocument(path)
    assert len(reader) == len(lines)
    batch = ["batch", *words, "--count", "8", "--output", str(tmp_path / "y.pdf")]
    rows = CliRunner().invoke(app, batch)
    assert rows.exit_code == 1
    assert f"{len(lines)} printed, {len(skipped)} failed" in rows.stderr
    assert str(skipped[0]).removeprefix("skipped: ") in rows.stderr
    write(tmp_path, own=wordy(34).replace("types: [3, 4]", "types: [4, 4]"))
    words += ["--count", "3", "--output", str(tmp_path / "none.pdf")]
    result = CliRunner().invoke(app, ["boards", *words])
    assert result.exit_code == 1
    assert result.stderr.count("own.yaml:33:9") == 1
    assert not (tmp_path / "none.pdf").exists()

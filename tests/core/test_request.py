"""Requests as plain data; as words of the command line, as jobs of a batch file, and back."""

from dataclasses import replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from core.test_settings import UNTILED
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from short_run import budget

from generator import games
from generator.batch.plan import Job, default_sheet
from generator.cli import batch as batch_cli
from generator.cli import sheets
from generator.cli.app import app
from generator.core.game_id import GameId
from generator.core.paper import PAPERS
from generator.core.request import SEARCHES, Request, SeedRange
from generator.core.settings import Settings
from generator.printing.rolling import Job as PrintJob
from generator.printing.sheets import batch_command, sheet_command

FEW = settings(max_examples=budget(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
SEEDS = st.from_regex(r"[a-z0-9]{1,8}", fullmatch=True)
NUMBERS = st.integers(1, 200)
RANGES = st.builds(lambda of, one, more: SeedRange(of, one, one + more), SEEDS, NUMBERS, NUMBERS)
COUNTED = st.builds(lambda of, count: SeedRange(of, 1, count), SEEDS, st.integers(2, 200))
SEED_LISTS = st.lists(SEEDS, min_size=1, max_size=4).map(tuple)
# By game: sets, sizes and numbers of players for which something random is rolled.
CHOICES = {
    "magnetmen": (
        [("base",), ("base", "expert"), ("base", "advanced", "expert")],
        ["small", "regular", "big", "huge"], [2, 3, 4],
    ),
    "metals": ([("wilds",)], ["basic", "factions"], [2]),
    "discs": ([("classic",), ("pocket",)], ["regular"], [6]),
}  # fmt: skip


@st.composite
def requests(draw, seeds, sheets=None) -> Request:
    """Requests of the games in which something is random; `sheets` gives those of a game."""
    name = draw(st.sampled_from(sorted(CHOICES)))
    sets, sizes, players = (draw(st.sampled_from(values)) for values in CHOICES[name])
    game = games.game(name)
    playtest = game.playtest is not None and draw(st.booleans())
    search = draw(st.sampled_from(SEARCHES)) if playtest and name == "magnetmen" else "usual"
    sheet = draw(st.sampled_from(sheets(game) if sheets else game.sheet_names))
    return Request(name, sets, size=sizes, players=players, seeds=draw(seeds), sheet=sheet,
                   playtest=playtest, search=search)  # fmt: skip


@st.composite
def requests_by_id(draw) -> Request:
    request = draw(requests(st.tuples(SEEDS), rolled_sheets))
    marks = "-".join(["1", *["abcd"] * draw(st.integers(1, 3))])
    game_id = GameId(request.game, request.size, request.sets, request.players, request.seed, marks)
    return Request.of_game_id(game_id, request.sheet, request.playtest)


def rolled_sheets(game) -> list[str]:
    """The sheets that a command of the game prints; "" is all of them."""
    return ["", *game.named_sheets] if game.is_bundle else [*game.rolled_sheets]


def varied_sheets(game) -> list[str]:
    """The sheets that differ from roll to roll; many of the others cannot be printed."""
    return [sheet for sheet in rolled_sheets(game) if sheet not in game.shared_sheets]


def as_its_command_has(settings: Settings, request: Request) -> Settings:
    """The settings that have an effect on a sheet; others are the defaults."""
    options = games.game(request.game).options(request.sheet)
    return Settings().with_options(settings.only(options).values())


def test_a_request_of_a_game_id_has_what_it_names():
    game_id = GameId("magnetmen", "big", ("base", "expert"), 3, "sunday", "1-abcd-efgh-ijkl")
    request = Request.of_game_id(game_id, "boards", playtest=True, sets_dirs=(Path("mine"),))
    assert (request.game, request.sets, request.size) == ("magnetmen", ("base", "expert"), "big")
    assert (request.players, request.seed, request.count) == (3, "sunday", 1)
    assert request.game_id == game_id
    numbered = replace(request, seeds=SeedRange("x", 2, 4))
    assert (numbered.seed, numbered.master_seed, numbered.count) == ("x-2", "x", 3)


@given(RANGES, st.integers(-250, 250), st.slices(250))
def test_a_range_of_seeds_is_a_sequence(seeds, index, part):
    items = [f"{seeds.master}-{number}" for number in range(seeds.first, seeds.last + 1)]
    assert list(seeds) == items
    assert len(seeds) == len(items)
    assert [*reversed(seeds)] == items[::-1]
    assert seeds[part] == tuple(items[part])
    if -len(items) <= index < len(items):
        assert seeds[index] == items[index]
        assert items[index] in seeds
        assert seeds.index(items[index]) == items.index(items[index])
    else:
        with pytest.raises(IndexError):
            seeds[index]
    assert "another" not in seeds
    assert seeds[:] == tuple(items)


@pytest.fixture
def parse(monkeypatch):
    """Parses words of a command that prints sheets of a game, and prints nothing."""
    calls = []

    def record(request, settings, output, cut_formats=()):
        calls.append((request, settings))

    monkeypatch.setattr(sheets, "print_request", record)

    def parse(words):
        result = CliRunner().invoke(app, [*words, "--printer", "none"])
        assert result.exit_code == 0, result.stderr
        return calls.pop()

    return parse


def unloaded(request, settings) -> PrintJob:
    """A job without a definition, which the words of a roll do not need."""
    return PrintJob(games.game(request.game), None, request, settings)


@FEW
@given(requests_by_id(), UNTILED)
def test_the_command_of_a_game_id_gives_its_request(parse, request, settings):
    words = sheet_command(unloaded(request, settings), (request.game_id,))
    assert parse(words) == (request, as_its_command_has(settings, request))


@FEW
@given(requests(COUNTED, rolled_sheets), UNTILED)
def test_the_command_of_a_run_gives_its_request(parse, request, settings):
    ids = [
        GameId(request.game, request.size, request.sets, request.players, seed, "1-abcd")
        for seed in request.seeds
    ]
    words = sheet_command(unloaded(request, settings), ids)
    assert parse(words) == (request, as_its_command_has(settings, request))


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("seed", ["", "oak"])
def test_the_command_of_a_definition_gives_its_sheet(parse, name, seed):
    game = games.game(name)
    settings = Settings(PAPERS["letter"], "low", "fr")
    for sheet in game.definition_sheets:
        if (sheet == game.rules_sheet) is bool(seed):
            request = Request(name, game.catalogue.shipped, "", 0, (seed,), sheet)
            words = sheet_command(PrintJob.of(request, settings))
            assert parse(words) == (request, settings)


@pytest.fixture
def parse_batch(monkeypatch):
    """Parses words of the command `batch`, and prints nothing."""
    calls = []

    def record(jobs, *_):
        calls.extend(jobs)
        raise click.exceptions.Exit

    monkeypatch.setattr(batch_cli, "_plan", record)

    def parse(words):
        result = CliRunner().invoke(app, [*words, "--printer", "none", "--jobs", "1"])
        assert result.exit_code == 0, result.stderr
        return calls.pop()

    return parse


@FEW
@given(requests(COUNTED, varied_sheets), UNTILED, st.booleans())
def test_the_command_of_a_batch_gives_its_job(parse_batch, request, settings, keeps):
    sheet = request.sheet or default_sheet(request.game)
    keep = 2 if keeps and request.playtest else None
    request = replace(request, sheet=sheet, keep=keep)
    words = batch_command(request, settings)
    effective = as_its_command_has(settings, request)
    assert parse_batch(words) == Job(request, (effective,))

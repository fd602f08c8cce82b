"""Requests as words of the command line, and back."""

from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import click
import pytest
from commands import typed
from core.test_settings import UNTILED
from hypothesis import given, settings
from hypothesis import strategies as st
from short_run import budget

from generator import games
from generator.batch.plan import Job
from generator.cli import batch, sheets
from generator.core.game_id import GameId
from generator.core.paper import PAPERS
from generator.core.request import SEARCHES, Request, SeedRange
from generator.core.settings import Settings
from generator.printing.rolling import Job as PrintJob
from generator.printing.sheets import batch_command, sheet_command

FEW = settings(max_examples=budget(40))
SEEDS = st.from_regex(r"[a-z0-9]{1,8}", fullmatch=True)
COUNTED = st.builds(lambda of, count: SeedRange(of, 1, count), SEEDS, st.integers(2, 200))
# By game: sets, sizes and numbers of players for which something random is rolled.
CHOICES = {
    "magnetmen": ([("base",), ("base", "advanced", "expert")], ["small", "huge"], [2, 3, 4]),
    "metals": ([("wilds",)], ["basic", "factions"], [2]),
    "discs": ([("classic",), ("pocket",)], ["regular"], [6]),
}


def rolled_sheets(game) -> list[str]:
    """The sheets that a command of the game prints; "" is all of them."""
    return ["", *game.named_sheets] if game.is_bundle else [*game.rolled_sheets]


@st.composite
def requests(draw, seeds=COUNTED, sheets_of=rolled_sheets) -> Request:
    """Requests of the games in which something is random."""
    name = draw(st.sampled_from(sorted(CHOICES)))
    case = [draw(st.sampled_from(values)) for values in CHOICES[name]]
    game = games.game(name)
    playtest = game.playtest is not None and draw(st.booleans())
    search = draw(st.sampled_from(SEARCHES)) if playtest and name == "magnetmen" else "usual"
    sheet = draw(st.sampled_from(sheets_of(game)))
    return Request(name, *case, draw(seeds), sheet=sheet, playtest=playtest, search=search)


def ids_of(request: Request) -> list[GameId]:
    of_all = request.game, request.size, request.sets, request.players
    return [GameId(*of_all, seed, "1-abcd") for seed in request.seeds]


def as_its_command_has(settings: Settings, request: Request) -> Settings:
    """The settings that have an effect on a sheet; others are the defaults."""
    options = games.game(request.game).options(request.sheet)
    return Settings().with_options(settings.only(options).values())


def test_a_request_of_a_game_id_has_what_it_names():
    game_id = GameId("magnetmen", "big", ("base", "expert"), 3, "sunday", "1-abcd-efgh-ijkl")
    request = Request.of_game_id(game_id, "boards", playtest=True, sets_dirs=(Path("mine"),))
    assert ids_of(request) == [replace(game_id, fingerprint="1-abcd")]
    assert request.game_id == game_id
    numbered = replace(request, seeds=SeedRange("x", 2, 4))
    assert (numbered.seed, numbered.master_seed, numbered.count) == ("x-2", "x", 3)


@given(st.integers(1, 200), st.integers(0, 200), st.integers(-250, 250), st.slices(250))
def test_a_range_of_seeds_is_a_sequence(first, more, index, part):
    seeds, items = SeedRange("x", first, first + more), [f"x-{first + n}" for n in range(more + 1)]
    assert (list(seeds), len(seeds), seeds[part]) == (items, len(items), tuple(items[part]))
    if -len(items) <= index < len(items):
        assert seeds[index] == items[index]
    else:
        with pytest.raises(IndexError):
            seeds[index]


def parsed(words) -> tuple[Request, Settings]:
    """What a command that prints sheets would print."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheets, "print_request", record := Mock())
        result = typed(*words, "--printer", "none")
    assert result.exit_code == 0, result.stderr
    return record.call_args.args[:2]


@FEW
@given(requests(), UNTILED)
def test_the_command_of_a_run_gives_its_request(request, settings):
    job = PrintJob(games.game(request.game), None, request, settings)  # words need no definition
    words = sheet_command(job, ids_of(request))
    assert parsed(words) == (request, as_its_command_has(settings, request))


@FEW
@given(requests(st.tuples(SEEDS)), UNTILED)
def test_the_command_of_a_game_id_gives_its_request(request, settings):
    (game_id,) = ids_of(request)
    request = Request.of_game_id(game_id, request.sheet, request.playtest)
    words = sheet_command(PrintJob(games.game(request.game), None, request, settings), [game_id])
    assert parsed(words) == (request, as_its_command_has(settings, request))


@pytest.mark.parametrize("name", games.names())
def test_the_command_of_a_definition_gives_its_sheet(name):
    game, looks = games.game(name), Settings(PAPERS["letter"], "low", "fr")
    for sheet in game.definition_sheets:
        seed = "oak" if sheet == game.rules_sheet else ""
        request = Request(name, game.catalogue.shipped, "", 0, (seed,), sheet)
        assert parsed(sheet_command(PrintJob.of(request, looks))) == (request, looks)


def varied_sheets(game) -> list[str]:
    """The sheets that differ from roll to roll; many of the others cannot be printed."""
    return [sheet for sheet in rolled_sheets(game) if sheet not in game.shared_sheets]


@FEW
@given(requests(sheets_of=varied_sheets), UNTILED, st.booleans())
def test_the_command_of_a_batch_gives_its_job(request, settings, keeps):
    sheet = request.sheet or games.game(request.game).default_sheet
    request = replace(request, sheet=sheet, keep=2 if keeps and request.playtest else None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch, "_plan", plan := Mock(side_effect=click.exceptions.Exit))
        words = batch_command(request, settings)
        assert typed(*words, "--printer", "none", "--jobs", "1").exit_code == 0
    assert [*plan.call_args.args[0]] == [Job(request, (as_its_command_has(settings, request),))]

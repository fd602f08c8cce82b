"""Plans: which variants there are, what they are called, what they are numbered."""

import pickle
from pathlib import PurePath

import pytest
from batch.batches import SETTINGS, make_job, make_plan
from hypothesis import given
from hypothesis import strategies as st
from support import settings

from generator import games
from generator.batch.plan import check_name, first_game_id
from generator.core.errors import FileNameError, OptionError, RollError

FR = settings("letter", "low", "fr", rules=False)


def test_ids_are_known_before_anything_is_rolled(tmp_path):
    game = games.game("magnetmen")
    definition = game.load(("base", "advanced"), ())
    plan = make_plan(tmp_path, make_job(sets=("base", "advanced"), size="big", players=4))
    for variant in plan.variants:
        now = game.roll(definition, "big", 4, variant.game_id.seed).game_id
        assert variant.game_id == now


def test_variants_are_numbered_setting_by_setting(tmp_path):
    plan = make_plan(tmp_path, make_job(2, settings=(SETTINGS, FR)), make_job(1, size="big"))
    order = [
        (variant.number, variant.game_id.size, variant.game_id.seed, variant.settings.language_code)
        for variant in plan.variants
    ]
    assert order == [
        (1, "small", "x-1", "en"), (2, "small", "x-2", "en"),
        (3, "small", "x-1", "fr"), (4, "small", "x-2", "fr"),
        (5, "big", "x-1", "en"),
    ]  # fmt: skip


def test_the_usual_name_is_that_of_the_command(tmp_path):
    first, *_, last = make_plan(tmp_path, make_job(1, settings=(SETTINGS, FR))).variants
    assert first.file == f"{first.game_id}.pdf"
    assert last.file == f"{last.game_id}.letter.low.fr.norules.pdf"


def test_plans_can_be_sent_to_other_processes(tmp_path):
    plan = make_plan(tmp_path, make_job(2, settings=(FR,)))
    assert pickle.loads(pickle.dumps(plan)) == plan
    assert settings("letter", "low", "fr", rules=False) == FR


def test_where_nothing_is_random_there_is_one_variant(tmp_path):
    classic = {"game": "metals", "sheet": "map", "sets": ("classic",), "size": "basic"}
    (only,) = make_plan(tmp_path, make_job(1, **classic)).variants
    assert only.game_id.seed == "fixed"
    with pytest.raises(OptionError, match="3 seeds: nothing is random in the set classic"):
        make_plan(tmp_path, make_job(3, **classic))


def test_a_sheet_that_is_always_the_same_is_refused():
    wilds = {"game": "metals", "sheet": "tokens", "sets": ("wilds",), "size": "basic"}
    with pytest.raises(OptionError, match="--sheet 'tokens': it is the same for every seed"):
        first_game_id(make_job(3, **wilds).request)


def test_a_first_variant_that_cannot_be_rolled_does_not_end_a_job(monkeypatch):
    game = games.game("magnetmen")
    fails = FailingFor(game, {"x-1"})
    monkeypatch.setattr(games, "game", lambda name: fails)
    assert first_game_id(make_job(2).request).seed == "x-2"
    with pytest.raises(RollError, match="not x-1"):
        first_game_id(make_job(1).request)


class FailingFor:
    """A game that cannot roll some seeds."""

    def __init__(self, game, seeds):
        self._game, self._seeds = game, seeds

    def __getattr__(self, name):
        return getattr(self._game, name)

    def roll(self, definition, size, players, seed):
        if seed in self._seeds:
            raise RollError(f"not {seed}")
        return self._game.roll(definition, size, players, seed)


def test_a_pattern_names_files(tmp_path):
    plan = make_plan(
        tmp_path, make_job(2, settings=(SETTINGS, FR)), pattern="{language}/{number:03}.{seed}.pdf"
    )
    names = [variant.file for variant in plan.variants]
    assert names == ["en/001.x-1.pdf", "en/002.x-2.pdf", "fr/003.x-1.pdf", "fr/004.x-2.pdf"]


@given(st.text(st.sampled_from("ab./\\: \0"), max_size=12))
def test_no_name_leads_out_of_the_folder(name):
    try:
        path = PurePath(check_name(name))
    except FileNameError:
        return
    assert not path.is_absolute()
    assert ".." not in path.parts
    assert path.name

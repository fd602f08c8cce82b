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
from generator.core.errors import OptionError, RollError
from generator.games.base import Game

FR = settings("letter", "low", "fr", rules=False)


def test_ids_are_known_before_anything_is_rolled_and_can_be_sent_to_other_processes(tmp_path):
    game = games.game("magnetmen")
    definition = game.load(("base", "advanced"), ())
    plan = make_plan(tmp_path, make_job(sets=("base", "advanced"), size="big", players=4))
    for variant in plan.variants:
        now = game.roll(definition, "big", 4, variant.request.seed).game_id
        assert variant.row.id == str(now)
    assert pickle.loads(pickle.dumps(plan)) == plan


def test_variants_are_numbered_setting_by_setting_and_have_names(tmp_path):
    jobs = make_job(2, settings=(SETTINGS, FR)), make_job(1), make_job(1, size="big")
    *variants, last = make_plan(tmp_path, *jobs).variants  # that of the second is there already
    assert [each.row.number for each in variants] == [1, 2, 3, 4]
    ids = [each.row.id for each in variants]
    french = [f"{each}.letter.low.fr.norules.pdf" for each in ids[:2]]
    assert [each.row.file for each in variants] == [*(f"{each}.pdf" for each in ids[:2]), *french]
    assert ids == [*ids[:2], *ids[:2]]
    assert (last.row.number, last.request.size, last.request.seed) == (5, "big", "x-1")


def test_where_nothing_is_random_there_is_one_variant(tmp_path):
    classic = {"game": "metals", "sheet": "map", "sets": ("classic",), "size": "basic"}
    (only,) = make_plan(tmp_path, make_job(1, **classic)).variants
    assert only.request.seed == "fixed"
    with pytest.raises(OptionError, match="3 seeds: nothing is random in the set classic"):
        make_plan(tmp_path, make_job(3, **classic))


def test_a_first_variant_that_cannot_be_rolled_does_not_end_a_job(monkeypatch):
    roll = Game.roll

    def some_fail(game, definition, size, players, seed):
        if seed == "x-1":
            raise RollError(f"not {seed}")
        return roll(game, definition, size, players, seed)

    monkeypatch.setattr(Game, "roll", some_fail)
    assert first_game_id(make_job(2).request).seed == "x-2"
    with pytest.raises(RollError, match="not x-1"):
        first_game_id(make_job(1).request)


@given(st.text(st.sampled_from("ab./\\: \0\n\udcff"), max_size=12))
def test_no_name_leads_out_of_the_folder(name):
    try:
        path = PurePath(check_name(name))
    except ValueError:
        return
    assert not path.is_absolute() and ".." not in path.parts
    assert path.name and name.isprintable()

"""Which boards are selected, and that they are of the sets that are printed."""

from shutil import copyfile

import pytest
from batch.batches import SERIAL, change, make_job, make_plan, own_set
from support import DATA

from generator.batch.plan import run_trial, select
from generator.core.errors import GameIdError
from generator.core.game_id import GameId
from generator.core.progress import Progress
from generator.core.request import Request


@pytest.fixture
def garden(tmp_path):
    """A set of one's own, with goals that take next to no games."""
    garden = own_set(tmp_path / "mine")
    copyfile(DATA / "quick" / "play.yaml", garden.with_name("play.yaml"))
    return garden


class Saving(Progress):
    """A designer who saves a change while boards are played."""

    def __init__(self, path):
        self._path = path

    def step(self, count=1):
        change(self._path)


@pytest.mark.parametrize("count", [1, 2])
def test_sets_that_change_meanwhile_select_nothing(count, garden):
    """The last board may have been played with the sets as they were."""
    jobs = [make_job(count, sets=("garden",), playtest=True, sets_dirs=(garden.parent,))]
    draft = make_plan(garden.parent / "out", make_job(1))
    with SERIAL() as pool:
        plan, unplayed = select(jobs, draft, pool, Progress())
        assert (len(plan.variants), unplayed) == (count, 0)
        words = "cannot be printed again: set garden has changed"
        with pytest.raises(GameIdError, match=words):
            select(jobs, draft, pool, Saving(garden))


def test_a_worker_with_other_sets_selects_nothing(garden):
    other = GameId("magnetmen", "small", ("garden",), 2, "x", "2-abcd-efgh")
    with pytest.raises(GameIdError, match=r"cannot be printed again: .*set garden has changed"):
        run_trial(Request.of_game_id(other, sets_dirs=(garden.parent,)))

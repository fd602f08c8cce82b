"""Which boards are selected, and that they are of the sets that are printed."""

import pytest
from batch.batches import SERIAL, make_job, make_plan
from support import DATA

from generator.batch.selection import run_trial, select
from generator.core.errors import GameIdError
from generator.core.game_id import GameId
from generator.core.progress import Progress
from generator.core.request import Request
from generator.core.resources import sets_dir


@pytest.fixture
def garden(tmp_path):
    """A set of one's own, with goals that take next to no games."""
    play = (DATA / "quick" / "play.yaml").read_text("utf-8")
    (tmp_path / "play.yaml").write_text(play, "utf-8")
    base = (sets_dir() / "magnetmen" / "base.yaml").read_text("utf-8")
    (tmp_path / "garden.yaml").write_text(base, "utf-8")
    return tmp_path / "garden.yaml"


class Saving(Progress):
    """A designer who saves a change while boards are played."""

    def __init__(self, path):
        self._path = path

    def step(self, count=1):
        text = self._path.read_text("utf-8")
        self._path.write_text(text.replace("points: 4", "points: 5"), "utf-8")


@pytest.mark.parametrize("count", [1, 2])
def test_sets_that_change_meanwhile_select_nothing(count, garden):
    """The last board may have been played with the sets as they were."""
    jobs = [make_job(count, sets=("garden",), playtest=True, sets_dirs=(garden.parent,))]
    draft = make_plan(garden.parent / "out", make_job(1))
    with SERIAL() as pool:
        plan, unplayed = select(jobs, draft, pool, Progress())
        assert (len(plan.variants), unplayed) == (count, 0)
        words = "was played with other sets than are printed: set garden has changed"
        with pytest.raises(GameIdError, match=words):
            select(jobs, draft, pool, Saving(garden))


def test_a_worker_with_other_sets_selects_nothing(garden):
    other = GameId("magnetmen", "small", ("garden",), 2, "x", "1-abcd-efgh")
    with pytest.raises(GameIdError, match="was played with other sets than are printed"):
        run_trial(Request.of_game_id(other, sets_dirs=(garden.parent,)))

"""Properties of the roll over thousands of seeds, and that it never changes."""

import itertools
from collections import Counter
from dataclasses import replace
from operator import ne

import pytest
from games.magnetmen.sets import BASE, base_with
from hypothesis import given
from hypothesis import strategies as st
from short_run import budget
from support import DATA, GOLDEN, SET_CHOICES, SIZES, assert_golden, definition, rolled

from generator.core.errors import RollError
from generator.core.game_id import image_of
from generator.core.seeds import canonical_seed
from generator.games.magnetmen.definition import Alone, load_definition
from generator.games.magnetmen.roll import (
    LAYOUTS,
    VERSION,
    Candidate,
    RolledType,
    candidate,
    largest_groups,
    roll,
    roll_types,
)
from generator.languages import languages, load_language

SEEDS = [f"s{n}" for n in range(300)]


@pytest.mark.parametrize("sets", SET_CHOICES)
@pytest.mark.parametrize("size", SIZES)
def test_every_board_keeps_the_rules_of_its_sets(sets, size):
    """Expert boards, big and huge, are the hardest for the largest share: most types have a max."""
    fewest, most = (5, 6) if sets == ("base",) else (6, 7)
    assert definition(*sets).boards.largest_share == 0.4
    for seed in ("dom-242", *SEEDS[: budget(300)]):
        board = roll(definition(*sets), size, 4, seed)
        assert fewest <= len(board.types) <= most
        assert {kind.set_name for kind in board.types} == set(sets)
        if sets == ("base",):
            assert "explorer" in {kind.piece.key for kind in board.types}
        assert len(board.squares) == board.size.squares
        assert Counter(board.squares) == {i: kind.count for i, kind in enumerate(board.types)}
        for kind in board.types:
            assert (kind.piece.min or 1) <= kind.count <= (kind.piece.max or 1000)
            assert kind.count <= 0.4 * board.size.squares
            assert kind.power.weight > 0
            assert kind.power == kind.piece.powers[kind.variant]


def test_a_share_that_no_choice_of_types_keeps_to_is_exceeded_evenly():
    """Whatever the frequencies: a Guitarist has 2.5 times as many squares where there is room."""
    few = {key for key in BASE if key[0] not in "gv"}
    types = {
        key: piece.model_copy(update={"max": 4 if key in few else None, "min": None})
        for key, piece in BASE.items()
    }
    crowded = base_with(types, boards={"largest_share": 0.2}, alone=Alone(types=(4, 4)))
    largest_counts = set()
    for seed in SEEDS:
        counts = {kind.piece.key: kind.count for kind in roll_types(crowded, 36, seed)}
        assert sum(counts.values()) == 36
        largest_counts.add(tuple(count for key, count in counts.items() if key not in few))
    assert largest_counts == {(24,), (14, 14)}


def test_a_minimum_stands_against_the_largest_share():
    assert BASE["baby"].model_copy(update={"min": 20}).room(36, limit=7) == (20, 20)


def test_counts_follow_the_frequencies():
    """Among types that no bound touches, counts are in proportion to the frequencies."""
    sums = Counter()
    for seed in (f"f{n}" for n in range(1000)):
        counts = {kind.piece.key: kind.count for kind in rolled(seed, size="huge").types}
        if {"guitarist", "baby"} <= counts.keys():
            sums.update(counts)
    assert sums["guitarist"] / sums["baby"] == pytest.approx(2.5, rel=0.02)


def test_variants_follow_their_weights():
    counts, advanced = Counter(), definition("advanced")
    for n in range(budget(3000)):
        types = roll_types(advanced, 64, f"v{n}")
        counts.update(kind.variant for kind in types if kind.piece.key == "astronaut")
    weights = [power.weight for power in advanced.sets[0].types["astronaut"].powers]
    for number, weight in enumerate(weights):
        share = weight / sum(weights)
        deviation = (share * (1 - share) / counts.total()) ** 0.5
        assert abs(counts[number] / counts.total() - share) < 5 * deviation


@pytest.mark.slow
def test_types_are_chosen_equally_often():
    counts, rounds = Counter(), 3000
    for n in range(rounds):
        counts.update(kind.piece.key for kind in roll_types(definition("base"), 64, f"t{n}"))
    assert counts.pop("explorer") == rounds
    # 4 or 5 of the other 7: 9/14 of the rounds; 5 standard deviations of 26.
    assert all(abs(count - rounds * 9 / 14) < 131 for count in counts.values())


def test_players_and_the_order_of_sets_are_not_part_of_the_roll():
    two, four = rolled(players=2), rolled(players=4)
    assert (two.types, two.squares, two.hue) == (four.types, four.squares, four.hue)
    one = roll(load_definition(["expert", "base"]), "big", 4, "order")
    other = roll(load_definition(["base", "expert"]), "big", 4, "order")
    assert replace(one, definition=other.definition) == other


def test_a_type_that_is_added_but_not_drawn_changes_nothing_on_a_board():
    """Types are ordered by a random number each, so a new one does not move others."""
    wider, same = base_with({**BASE, "toddler": BASE["baby"]}), 0
    for seed in SEEDS:
        board = roll(wider, "regular", 4, seed)
        if "toddler" not in {kind.piece.key for kind in board.types}:
            old = rolled(seed)
            named = [(kind.name, kind.power, kind.count) for kind in board.types]
            assert named == [(kind.name, kind.power, kind.count) for kind in old.types]
            assert (board.squares, board.hue) == (old.squares, old.hue)
            same += 1
    assert same > 50


def with_room(low: int | None, high: int | None, count: int = 8):
    """So many types, with that min and max."""
    room = {"min": low, "max": high}
    return {key: BASE[key].model_copy(update=room) for key in list(BASE)[:count]}


def test_what_cannot_be_filled_is_explained():
    with pytest.raises(RollError, match="no choice of 5 to 6 types can fill 64 squares"):
        roll(base_with(with_room(None, 2)), "regular", 4, "x")


def test_a_number_of_types_that_cannot_fill_the_board_is_not_rolled():
    """Two types with a min of 30 do not go on 36 squares, whatever the seed."""
    both = base_with(with_room(30, None, 2), alone=Alone(types=(1, 2)))
    for squares, numbers in ((36, {1}), (64, {1, 2})):
        assert {len(roll_types(both, squares, f"n-{number}")) for number in range(20)} == numbers


def test_rolls_never_change():
    """A golden listing of boards. If it must change, raise roll.VERSION, so that old game IDs
    say why they can no longer be printed; then UPDATE_GOLDEN=1 writes it anew."""
    english = load_language("en")
    lines = [f"version {VERSION}"]
    for sets in SET_CHOICES:
        for size in SIZES:
            board = rolled("golden", sets, size)
            lines.append(f"\n{board.game_id} {board.hue}")
            for kind in board.types:
                lines.append(f"  {kind.count:2} {kind.piece.key}: {kind.sentence(english)}")
            columns = board.size.columns
            letters = ["abcdefg"[kind] for kind in board.squares]
            lines += [
                "  " + " ".join(letters[i : i + columns]) for i in range(0, len(letters), columns)
            ]
    text = "\n".join(lines).replace("\u00a0", " ") + "\n"
    assert_golden(text, GOLDEN / "boards.txt")


def test_each_type_words_a_power_with_its_own_name():
    """Texts are cached; types that share a power must not get each other's, nor languages."""
    power = BASE["athlete"].common
    for _ in range(2):
        sentences = set()
        for key, code in itertools.product(("baby", "guitarist"), languages()):
            kind, words = RolledType("base", BASE[key], power, 1), load_language(code)
            assert kind.sentence(words) == power.sentence(BASE[key], words)
            sentences.add(kind.sentence(words))
        assert len(sentences) == 2 * len(languages())


def test_numbers_left_open_are_rolled():
    example, numbers = load_definition(["example"], [DATA / "sets"]), set()
    for seed in SEEDS[:100]:
        for kind in roll(example, "small", 2, seed).types:
            assert not kind.power.is_open
            if kind.piece.key == "trumpeter":
                numbers.add(kind.power.score[0].points)
    assert numbers == {1, 2}


# The boards of one seed


@given(st.integers(0, 99), st.integers(0, LAYOUTS - 1), st.integers(0, 99))
def test_every_candidate_can_be_read_back(roll, layout, swap):
    one = Candidate("sunday", roll, layout, swap)
    assert candidate(str(one)) == one
    one = one._replace(image="h")
    assert candidate(str(one)) == one


def test_how_candidates_are_written():
    numbers = ((), (0, 7), (2, 7), (2, 0), (0, 0, 3), (2, 7, 3))
    written = [str(Candidate("sunday", *number)).removeprefix("sunday") for number in numbers]
    assert written == ["", "+7", "+207", "+200", "+0s3", "+207s3"]
    assert ".sunday+207." in str(rolled("sunday+207").game_id)
    assert candidate(canonical_seed("sunday+207")) == Candidate("sunday-207")  # nobody types one


def test_layouts_share_all_but_the_squares_and_rolls_only_the_hue():
    layouts = [rolled(str(Candidate("sunday", 0, layout))) for layout in (0, 1, 2, 99)]
    assert len({board.types for board in layouts}) == 1
    assert len({board.squares for board in layouts}) == 4
    rolls = [rolled(str(Candidate("sunday", number, number))) for number in range(6)]
    assert len({board.types for board in rolls}) > 3
    assert len({board.hue for board in (*layouts, *rolls)}) == 1


@pytest.mark.parametrize("seed", ["sunday+207", "monday+0"])
def test_a_swap_exchanges_two_squares(seed):
    """Of different types; no type has a larger group than before. An image is one of the board."""
    plain = rolled(seed)
    boards = [rolled(f"{seed}s{number}") for number in range(1, 13)]
    assert len({board.squares for board in (plain, *boards)}) == 13
    before = largest_groups(plain.squares, 8)
    for board in boards:
        differ = [cell for cell in range(64) if board.squares[cell] != plain.squares[cell]]
        assert len(differ) == 2 and sorted(board.squares) == sorted(plain.squares)
        after = largest_groups(board.squares, 8)
        assert all(size <= before[kind] for kind, size in after.items())
        another = rolled(f"{board.game_id.seed}04")  # of the board with that swap
        moved = sum(map(ne, another.squares, board.squares))
        assert moved == 2 and another.squares != plain.squares
        image = rolled(f"{board.game_id.seed}h")
        assert image.squares == image_of(board.squares, 8, "h") and image.types == plain.types

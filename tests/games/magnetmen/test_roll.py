"""Properties of the roll over thousands of seeds, and that it never changes."""

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from short_run import budget
from support import GOLDEN, SET_CHOICES, SHIPPED, SIZES, definition, rolled

from generator.core.errors import RollError
from generator.games.magnetmen.definition import load_definition
from generator.games.magnetmen.roll import VERSION, RolledType, roll, roll_types
from generator.languages import languages, load_language

SEEDS = [f"s{n}" for n in range(300)]


@pytest.mark.parametrize("sets", SET_CHOICES)
@pytest.mark.parametrize("size", SIZES)
def test_every_board_keeps_the_rules_of_its_sets(sets, size):
    definition_of_sets = definition(*sets)
    fewest, most = (5, 6) if sets == ("base",) else (6, 7)
    for seed in SEEDS[: budget(300)]:
        board = roll(definition_of_sets, size, 4, seed)
        assert fewest <= len(board.types) <= most
        assert {kind.set_name for kind in board.types} == set(sets)
        if sets == ("base",):
            assert "explorer" in {kind.piece.key for kind in board.types}
        assert sum(kind.count for kind in board.types) == len(board.squares) == board.size.squares
        assert Counter(board.squares) == {i: kind.count for i, kind in enumerate(board.types)}
        for kind in board.types:
            assert kind.count >= (kind.piece.min or 1)
            assert kind.count <= (kind.piece.max or 1000)
            assert kind.power.weight > 0
            assert not kind.power.is_open
            assert kind.power in kind.piece.powers


@pytest.mark.parametrize("sets", SET_CHOICES)
@pytest.mark.parametrize("size", SIZES)
def test_no_type_has_more_than_the_largest_share(sets, size):
    """Expert boards, big and huge, are the hardest: most of its types have a maximum."""
    definition_of_sets = definition(*sets)
    assert definition_of_sets.boards.largest_share == 0.4
    squares = definition_of_sets.boards.sizes[size].squares
    seeds = ["dom-242", *(f"share-{number}" for number in range(budget(300)))]
    most = max(
        kind.count for seed in seeds for kind in roll_types(definition_of_sets, squares, seed)
    )
    assert most <= 0.4 * squares


def with_share(share, types, **maxima):
    """The base set with other maxima, a largest share and a number of types on each board."""
    base = definition("base")
    kinds = {}
    for key, piece in base.sets[0].types.items():
        kinds[key] = piece.model_copy(update={"max": maxima.get(key), "min": None})
        kinds[key]._key = key
    alone = base.sets[0].alone.model_copy(update={"types": (types, types), "always": ()})
    game_set = base.sets[0].model_copy(update={"types": kinds, "alone": alone})
    game_set._key = "base"
    boards = base.boards.model_copy(update={"largest_share": share})
    return replace(base, sets=(game_set,), boards=boards)


def test_a_share_that_no_choice_of_types_keeps_to_is_exceeded_evenly():
    """Whatever the frequencies: a Guitarist has 2.5 times as many squares where there is room."""
    few = {key: 4 for key in definition("base").sets[0].types if key[0] not in "gv"}
    crowded_definition, largest_counts = with_share(0.2, 4, **few), set()
    for seed in SEEDS:
        counts = {kind.piece.key: kind.count for kind in roll_types(crowded_definition, 36, seed)}
        assert sum(counts.values()) == 36
        largest_counts.add(tuple(count for key, count in counts.items() if key not in few))
    assert largest_counts == {(24,), (14, 14)}


def test_a_minimum_stands_against_the_largest_share():
    baby = definition("base").sets[0].types["baby"].model_copy(update={"min": 20})
    assert baby.room(36, limit=7) == (20, 20)


def test_counts_follow_the_frequencies():
    """Among types that no bound touches, counts are in proportion to the frequencies."""
    guitarists = others = 0
    for seed in (f"f{n}" for n in range(1000)):
        counts = {kind.piece.key: kind.count for kind in rolled(seed, size="huge").types}
        if {"guitarist", "baby"} <= counts.keys():
            guitarists += counts["guitarist"]
            others += counts["baby"]
    assert guitarists / others == pytest.approx(2.5, rel=0.02)


def test_variants_follow_their_weights():
    advanced_set = definition("advanced")
    counts = Counter()
    for n in range(3000):
        for kind in roll(advanced_set, "regular", 4, f"v{n}").types:
            if kind.piece.key == "astronaut":
                counts[kind.piece.powers.index(kind.power)] += 1
    weights = [power.weight for power in advanced_set.sets[0].types["astronaut"].powers]
    total = sum(counts.values())
    for number, weight in enumerate(weights):
        share = weight / sum(weights)
        deviation = (share * (1 - share) / total) ** 0.5
        assert abs(counts[number] / total - share) < 5 * deviation


@pytest.mark.slow
def test_types_are_chosen_equally_often():
    counts = Counter()
    rounds = 3000
    for n in range(rounds):
        counts.update(kind.piece.key for kind in rolled(f"t{n}").types)
    assert counts["explorer"] == rounds
    others = [count for key, count in counts.items() if key != "explorer"]
    # 4 or 5 of the other 7: 9/14 of the rounds; 5 standard deviations of 26.
    assert all(abs(count - rounds * 9 / 14) < 131 for count in others)


def test_players_language_and_looks_are_not_part_of_the_roll():
    two, four = rolled(players=2), rolled(players=4)
    assert (two.types, two.squares, two.hue) == (four.types, four.squares, four.hue)


def test_order_of_the_sets_does_not_matter():
    one = roll(load_definition(["expert", "base"]), "big", 4, "order")
    other = roll(load_definition(["base", "expert"]), "big", 4, "order")
    assert replace(one, definition=other.definition) == other


def test_a_type_added_to_a_set_leaves_other_sets_alone():
    before = [rolled(seed, ("advanced",)) for seed in SEEDS[:50]]
    base = definition("base")
    types = dict(base.sets[0].types)
    new_type = types["baby"].model_copy()
    new_type._key = "toddler"
    types["toddler"] = new_type
    wider = replace(base, sets=(base.sets[0].model_copy(update={"types": types}),))
    assert roll(wider, "regular", 4, "x")
    assert [rolled(seed, ("advanced",)) for seed in SEEDS[:50]] == before


def test_a_type_that_is_added_but_not_drawn_changes_nothing_on_a_board():
    """Types are ordered by a random number each, so a new one does not move others."""
    base = definition("base")
    types = dict(base.sets[0].types)
    new_type = types["baby"].model_copy()
    new_type._key = "toddler"
    types["toddler"] = new_type
    game_set = base.sets[0].model_copy(update={"types": types})
    game_set._key = "base"
    wider = replace(base, sets=(game_set,))
    same = 0
    for seed in SEEDS:
        board = roll(wider, "regular", 4, seed)
        if "toddler" not in {kind.piece.key for kind in board.types}:
            old = rolled(seed)
            assert (board.types, board.squares, board.hue) == (old.types, old.squares, old.hue)
            same += 1
    assert same > 50


def test_what_cannot_be_filled_is_explained():
    base_definition = definition("base")
    tiny = {
        key: piece.model_copy(update={"max": 2, "min": None})
        for key, piece in base_definition.sets[0].types.items()
    }
    for key, piece in tiny.items():
        piece._key = key
    small = base_definition.sets[0].model_copy(update={"types": tiny})
    with pytest.raises(RollError, match="no choice of 5 to 6 types can fill 64 squares"):
        roll(replace(base_definition, sets=(small,)), "regular", 4, "x")


def test_a_number_of_types_that_cannot_fill_the_board_is_not_rolled():
    """Two types with a min of 30 do not go on 36 squares, whatever the seed."""
    base_definition = definition("base")
    pieces = dict(list(base_definition.sets[0].types.items())[:2])
    pieces = {key: piece.model_copy(update={"max": None, "min": 30})
              for key, piece in pieces.items()}  # fmt: skip
    for key, piece in pieces.items():
        piece._key = key
    alone = base_definition.sets[0].alone.model_copy(update={"types": (1, 2), "always": ()})
    two = base_definition.sets[0].model_copy(update={"types": pieces, "alone": alone})
    both = replace(base_definition, sets=(two,))
    for size, numbers in (("small", {1}), ("regular", {1, 2})):
        rolled = [roll(both, size, 4, f"n-{number}") for number in range(20)]
        assert {len(board.types) for board in rolled} == numbers


def test_rolls_never_change():
    """A golden listing of boards. If it must change, raise roll.VERSION, so that old game IDs
    say why they can no longer be printed; then UPDATE_GOLDEN=1 writes it anew."""
    import os

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
    golden = GOLDEN / "boards.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_each_type_words_a_power_with_its_own_name():
    """Texts are cached; types that share a power must not get each other's, nor languages."""
    pieces = {piece.key: piece for piece in definition("base").pieces}
    power = next(
        power for piece in pieces.values() for power in piece.powers
        if piece.printed_name("en") in power.sentence(piece, load_language("en"))
    )  # fmt: skip
    for _ in range(2):
        sentences = set()
        for key, code in itertools.product(("baby", "guitarist"), languages()):
            kind, words = RolledType("base", pieces[key], power, 1), load_language(code)
            assert kind.sentence(words) == power.sentence(pieces[key], words)
            sentences.add(kind.sentence(words))
        assert len(sentences) == 2 * len(languages())


def test_the_example_set_rolls_its_open_numbers():
    from support import DATA

    definition_of_sets = load_definition(["example"], [DATA / "sets"])
    numbers = set()
    for seed in SEEDS[:100]:
        board = roll(definition_of_sets, "small", 2, seed)
        for kind in board.types:
            assert not kind.power.is_open
            if kind.piece.key == "trumpeter":
                numbers.add(kind.power.score[0].points)
    assert numbers == {1, 2}


def test_boards_of_all_sets_use_every_type_and_variant_in_time():
    variants = set()
    for n in range(1500):
        for kind in rolled(f"u{n}", SHIPPED, "huge").types:
            variants.add((kind.piece.key, kind.piece.powers.index(kind.power)))
    everything = {
        (piece.key, number)
        for piece in definition(*SHIPPED).pieces
        for number in range(len(piece.powers))
    }
    assert variants == everything

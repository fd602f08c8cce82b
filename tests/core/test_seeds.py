"""Seeds and streams: the same everywhere, independent of each other, without bias."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.core.errors import SeedError
from generator.core.seeds import MAX_SEED, Stream, canonical_seed, made_up_seed, ranks


def test_streams_never_change():
    """Frozen numbers: if one of these changes, every printed game ID is worthless."""
    stream = Stream("sunday", "squares")
    assert [stream.below(100) for _ in range(8)] == [65, 92, 8, 74, 44, 46, 26, 44]
    assert stream.random() == 0.07626301168481009
    assert stream.shuffled("abcdefgh") == list("chadgefb")
    assert ranks("sunday", ["base/baker"])[0] / 2**48 == 0.424077570458099


def test_streams_of_other_names_and_seeds_differ():
    draws = {
        tuple(Stream(seed, name).below(1000) for _ in range(4))
        for seed in ("a", "b")
        for name in ("x", "y")
    }
    assert len(draws) == 4


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("Sunday", "sunday"),
        ("  Grandma's 70th! ", "grandmas-70th"),
        ("Grandma’s 70th", "grandmas-70th"),
        ("Bjørn & Łódź, Straße", "bjorn-lodz-strasse"),
        ("Été à la mer", "ete-a-la-mer"),
        ("k7f3", "k7f3"),
        ("A_B", "a-b"),
    ],
)
def test_canonical_seed(text, seed):
    assert canonical_seed(text) == seed


@pytest.mark.parametrize("text", ["", "   ", "!?", "日本", "x" * (MAX_SEED + 1)])
def test_bad_seeds_are_explained(text):
    with pytest.raises(SeedError, match="expected"):
        canonical_seed(text)


@given(st.text(max_size=40))
def test_canonical_is_a_fixed_point(text):
    try:
        seed = canonical_seed(text)
    except SeedError:
        return
    assert canonical_seed(seed) == seed
    assert len(seed) <= MAX_SEED


def test_made_up_seeds_are_short_canonical_and_fresh():
    seeds = {made_up_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(canonical_seed(seed) == seed and len(seed) == 6 for seed in seeds)


def test_below_has_no_bias():
    stream = Stream("bias", "below")
    counts = Counter(stream.below(6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    # Five standard deviations: sqrt(60000 * 1/6 * 5/6) is 91.
    assert all(abs(count - 10_000) < 456 for count in counts.values())


def test_shuffle_reaches_every_order_equally():
    stream = Stream("bias", "shuffle")
    counts = Counter("".join(stream.shuffled("abc")) for _ in range(30_000))
    assert len(counts) == 6
    assert all(abs(count - 5000) < 323 for count in counts.values())


def test_weighted_follows_the_weights_and_skips_zero():
    stream = Stream("bias", "weighted")
    counts = Counter(stream.weighted("abcd", [3, 0, 1, 0]) for _ in range(40_000))
    assert set(counts) == {"a", "c"}
    assert abs(counts["a"] - 30_000) < 434
    with pytest.raises(ValueError, match="every weight is 0"):
        stream.weighted("ab", [0, 0])
    with pytest.raises(ValueError, match="nothing to choose"):
        stream.below(0)

"""The rules and every published power on small boards, by the engine and by the oracle.

Boards are grids of tokens, see tests/positions.py. Facts are those of the printed rules, readings
those of docs/readings.md.
"""

from functools import partial

import pytest
from games.magnetmen.oracle import SlowGame, may_take, score
from games.magnetmen.simulation.states import Game, action_text, legal_text
from positions import position, published_powers, verdicts

from generator.games.magnetmen import engine, examples


def case(text, *expected, **options):
    """A grid, what is expected, and the options of positions.position."""
    name = " ".join([text, *expected, *(f"{key}={value}" for key, value in options.items())])
    return pytest.param(text, *expected, options, id=name)


AROUND = " / ".join([". . . . .", ". . . . .", ". . a . .", ". . . . .", ". . . . ."])
KING_B = ". . . . / . k0 . k / . . . ."
BESIDE = ". . . / . s1 . / . . ."
ASTRONAUT = "a0 t a . / a0 . a . / t a0 t a"
BOTH_NEIGHBOURS = {
    "gate": [
        {"neighbour_can_take": {"side": "left"}},
        {"neighbour_can_take": {"side": "right"}},
        {"limit": {"per_player": 1}},
    ]
}

BY_TURNS = {"repel": [{"ignore": {"until": 1}}, {"ignore": {"icons": "open", "from": 1}}]}


def closing(*to: str, times: int = 1) -> dict:
    gate = [{"capacity": {"times": times}}] * (times > 1)
    parts = {"gate": gate, "on_take": [{"close_adjacent": {"to": one}} for one in to]}
    return {part: kinds for part, kinds in parts.items() if kinds}


# A grid, and what keeps a player (0 unless it says another one) from taking each square: o nothing,
# s v d Repel beside, above or below, or diagonally, x # used up or destroyed, ! a power.
VERDICTS = [
    # Repel, per type you own: one icon closes left and right, two also above and below, three all
    case(AROUND, "ooooo ooooo ooooo ooooo ooooo"),
    case(AROUND, "ooooo ooooo ososo ooooo ooooo", own="a"),
    case(AROUND, "ooooo oovoo ososo oovoo ooooo", own="aa"),
    *(case(AROUND, "ooooo odvdo ososo odvdo ooooo", own="a" * n) for n in (3, 4, 9)),
    # every type by its own number, squares of its own type included, not around the edge
    case(". . . . . . . / . a . . . b . / . . . . . . .", "oooodvd sososos oooodvd", own="abbb"),
    case("a a b", "sss", own="a"),
    case(". . a / . . . / b . .", "oso vdv oso", own="aaabbb"),
    # crossed-out icons, not destroyed ones; of this player, however they came to be owned
    case(". a0 . . / . a1 . . / . a# . . / . a0# . .", "sxso sxso o#oo o#oo", own="a"),
    case(". a0 .", "oxo"),
    case(". a .", "ooo", other="a"),
    case(". a .", "sos", other="a", player=1),
    # a square is taken once by anybody, a destroyed one by nobody
    case("a0 a1 a a# a0#", "xxo##"),
    case("a0 a1 a a# a0#", "xxo##", player=1),
    # Astronauts ignore crossed-out icons (A), or others (B), in all directions
    case(ASTRONAUT, "xsos xsos oxso", own="a", t="astronaut A"),
    case(ASTRONAUT, "xsos xsos sxso", own="a", t="astronaut B"),
    case("a0 a0 a0 / a0 t a0 / a0 a0 a0", "xxx xox xxx", own="aaa", t="astronaut A"),
    case("a a a / a t a / a a a", "sss vov sss", own="aaa", t="astronaut B"),
    case("a x a0", "oox", own="a", x=BY_TURNS),
    case("a x a0", "ssx", own="ax", x=BY_TURNS),
    # Doctor A ignores Repel until you have 3, B from then on; they repel like any icon
    case("a d a0", "oox", own="a", d="doctor A"),
    *(case("a d a0", "sox", own="a" + "d" * n, d="doctor A") for n in (1, 2)),
    *(case("a d a0", "ssx", own="a" + "d" * n, d="doctor A") for n in (3, 4)),
    case("a d a0", "osx", own="a", d="doctor B"),
    *(case("a d a0", "ssx", own="a" + "d" * n, d="doctor B") for n in (1, 2)),
    *(case("a d a0", "sox", own="a" + "d" * n, d="doctor B") for n in (3, 4)),
    case("d d .", "oos", own="dd", d="doctor A"),
    case("d d .", "sss", own="ddd", d="doctor A"),
    # Mail Carrier A needs an adjacent crossed-out square, B none; adjacent is orthogonal (reading
    # 5); a Police square is crossed out from its first taking on (reading 8)
    *(
        case(text, expected, m=f"mail_carrier {variant}", p="police A")
        for text, *by_variant in [
            (". m .", "o!o", "ooo"),
            (".1 m .", "xoo", "x!o"),
            (". m .0", "oox", "o!x"),
            (".# m .1#", "#!#", "#o#"),
            ("p1 m .", "ooo", "o!o"),
            ("p11 m .", "#!o", "#oo"),
            (".0 . / . m", "xo o!", "xo oo"),
            (". .0 / . m", "ox oo", "ox o!"),
            ("m . / .0 .", "oo xo", "!o xo"),
            (". . .0 / m . .", "oox !oo", "oox ooo"),
        ]
        for variant, expected in zip("AB", by_variant, strict=True)
    ),
    case("a m .", "oso", own="a", m="mail_carrier A"),
    # Life Guard A asks the left neighbour, who is the next player, B the right one (reading 9): as
    # if theirs was no Life Guard
    case("a g .", "o!o", other="a", players=3, g="life_guard A"),
    case("a g .", "oso", other="a", players=3, g="life_guard A", player=1),
    case("a g .", "ooo", other="a", players=3, g="life_guard A", player=2),
    case("a g .", "o!o", own="a", players=3, g="life_guard A", player=2),
    case("a g .", "ooo", other="a", players=3, g="life_guard B"),
    case("a g .", "o!o", own="a", players=3, g="life_guard B", player=1),
    case("a g .", "o!o", other="a", players=3, g="life_guard B", player=2),
    *(case("a g", "o!", other="a", g=f"life_guard {variant}") for variant in "AB"),
    *(case("a g", "os", other="a", g=f"life_guard {variant}", player=1) for variant in "AB"),
    *(case("g . a", "ooo", players=players, g="life_guard A") for players in (2, 3, 4)),
    case("a . .# g", "oo#o", other="a", g="life_guard A"),
    case("x . x", "ooo", players=3, x=BOTH_NEIGHBOURS),
    *(case("x . x1", "!ox", players=3, x=BOTH_NEIGHBOURS, player=player) for player in (0, 2)),
    # King B: once each, and never a square adjacent to it, as long as it is on the board
    case(KING_B, "o!oo !x!! o!oo", k="king B"),
    case(KING_B, "oooo oxoo oooo", k="king B", player=1),
    case(KING_B.replace("k0", "k0#"), "oooo o#o! oooo", k="king B"),
    case("k", "o", own="k", k="king B"),
    # Singer A: once crossed out, nobody may pick an adjacent square
    *(case(BESIDE, "o!o !x! o!o", s="singer A", player=player) for player in (0, 1)),
    case(". s", "oo", s="singer A"),
    case(". s# / . s1#", "o# o#", s="singer A"),
    case(". s1", "ox", s="singer B"),
    # such powers that can be taken once more, or close to both
    case("x0 .", "o!", x=closing("you", times=2)),
    case("x0 .", "oo", x=closing("you", times=2), player=1),
    case("x0 .", "o!", x=closing("everyone", times=2), player=1),
    *(
        case("x0 .", expected, x=closing(*to, times=times), player=player)
        for to in (("you", "everyone"), ("everyone", "you"))
        for times, expected in ((1, "x!"), (2, "o!"))
        for player in (0, 1)
    ),
    # Police: crossed out by its first taking, destroyed by its second (reading 8)
    case(". p0 .", "sos", own="p", p="police A"),
    case(". p01 .", "o#o", own="p", p="police A"),
    case("p0 t", "oo", own="p", p="police A", t="astronaut A"),
    case("p0 t", "os", own="p", p="police A", t="astronaut B"),
]


@pytest.mark.parametrize(("text", "expected", "options"), VERDICTS)
def test_squares_are_free_or_closed(text, expected, options):
    player = options.get("player", 0)
    here = position(text, **{key: options[key] for key in options if key != "player"})
    game = Game(here)
    closed = examples.why_closed(game.tables, game.start(), player).items()
    assert verdicts(here, partial(may_take, here, player)) == expected
    assert verdicts(here, lambda at: [why for why, mask in closed if mask >> at & 1]) == expected


# Who a letter is in the cases below, if they do not say otherwise.
CAST = {"e": "explorer A", "f": "firefighter A", "j": "judge A", "k": "king A", "l": "life_guard A"}
CAST |= {"g": "guitarist A", "t": "taxi_driver A", "v": "veterinarian A", "A": "actress A"}
CAST |= {"B": "baker A", "m": "mail_carrier B", "p": "police A", "s": "singer A", "S": "singer B"}
PILOT = "a s1 . / p m b / . .0 x / c# .0 a / d . ."
GAINS = "2: gain . actress baker guitarist veterinarian"
FREE = "2: take b1, destroy b1"
ACTRESS_FIRST = "take a1, scratch 1 actress, take c1, take b1, take e1"
SCRATCHES = "1: pass, scratch 1 singer 1 taxi_driver c1 1 veterinarian 2 veterinarian"
MOST = {
    "score": [{"if": {"have": "most", "points": 5, "else": 0}}],
    "on_take": [{"destroy": {"where": "own_inventory", "who": "leaders"}}],
}

# A grid, what players do, and then: who decides, and between what. Player 1 begins.
TURNS = [
    # turns go clockwise; who can must collect one square; who cannot waits, and may return
    case("a b c d", "", "1: take a1 b1 c1 d1", players=3, advanced=False),
    case("a b c d", "take a1", "2: take b1 c1 d1", players=3, advanced=False),
    case("a b c d", "take a1, take b1, take c1", "1: take d1", players=3, advanced=False),
    case("a . a .", "take b1", "1: take a1 c1", own="a", player=1, advanced=False),
    case("a . .", "", "2: take a1 b1 c1", own="a.", advanced=False),
    case("e a b", "", "2: take a1 b1 c1", own="eab", advanced=False),
    case("e a b", "take a1, destroy b1", "1: take c1", own="eab", advanced=False),
    # a full inventory takes no more turns; the game is over when nobody can move
    case("a b c d", "take a1, take b1", "over", slots=1),
    case("a b", "take a1", "2: take b1", advanced=False),
    case("a b", "take a1, take b1", "over", advanced=False),
    # advanced rules: a turn may destroy an unused square instead, Repel aside; who cannot collect
    # may destroy or pass (reading 7); all passing in a row end the game
    case("a b c0 j d#", "", "1: take a1 b1 d1, destroy a1 b1"),
    case("a b c0 j d#", "", "1: take a1 b1 d1", advanced=False),
    case("a b c0 j d#", "destroy a1", "2: take b1 d1, destroy b1"),
    case("a . s1 .", "", "1: take a1, destroy a1 b1 d1", own="aaa"),
    case("a .", "", "1: destroy a1 b1, pass", own="a."),
    case("a .", "pass", "2: take a1 b1, destroy a1 b1", own="a."),
    case("a .", "pass", "2: destroy a1 b1, pass", own="a.", other="a."),
    case("a .", "pass, pass", "over", own="a.", other="a."),
    case("a . .", "pass, destroy c1, pass", "2: destroy a1 b1, pass", own="a.", other="a."),
    case("a . .", "pass, destroy c1, pass, pass", "over", own="a.", other="a."),
    case("k . a .", "take a1, pass", "over", other="a."),
    # they end the turns of who has taken four of a kind: also those destroyed since (reading 12),
    # but no icons gained (reading 15)
    case("a0 a0 a0 . a . b", "take e1, destroy d1", "2: take f1 g1, destroy f1 g1", own="aaa"),
    case("a0 a0 a0 . a . b b", "take e1, take g1", "1: take h1", own="aaa", advanced=False),
    case("a0 a0# a0 . a .", "take e1, take d1", "2: take f1, destroy f1", own="a"),
    case("a0 a0 . a .", "take d1, destroy c1", "1: destroy e1, pass", own="aaa"),
    # Explorer: any square, open or crossed out (reading 3), but no Judge, in any rules
    case("e . a1 . j", "take a1", "1: destroy a1 b1 c1 d1"),
    case("e a0 a# j0", "take a1", "1: destroy a1 b1", j="judge B", advanced=False),
    case("e . a1 . j", "take a1, destroy c1", "2: take b1 d1 e1, destroy b1 d1"),
    case("j j e", "take c1", "1: destroy c1"),
    case("j j e", "take c1, destroy c1", "2: take a1 b1"),
    # Firefighter A: up to three squares, none another Firefighter; B: ignoring Repel, no powers
    case("f / f / a / b / c", "take a1", "1: take a3 a4 a5, pass"),
    case("f / f / a / b / c", "take a1, take a3, take a5", "2: take a2 a4, destroy a2 a4"),
    case("f / a / b", "take a1, take a2, pass", "2: take a3, destroy a3"),
    case("f b a c", "take a1", "1: take b1 c1 d1", own="a", f="firefighter B"),
    case("f a s1 m", "take a1", "2: destroy b1 d1, pass", f="firefighter B"),
    # what is taken again has its power first; who is out may finish the turn
    case("f / e / a / b", "take a1, take a2", "1: destroy a1 a2 a3 a4"),
    case("f / e / a / b", "take a1, take a2, destroy a3", "1: take a4, pass"),
    case("f / k / a", "take a1, take a2", "1: take a3, pass"),
    case("f / k / a", "take a1, take a2, pass", "2: take a3, destroy a3"),
    case("f / k / a", "take a1, take a2, pass, take a3", "over"),
    # Pilot: another square in line, ignoring all rules (reading 6), if there is a slot for it
    case(PILOT, "take a2", "1: take a1 a3 a5 b2 c2", own="ad", p="pilot A"),
    case("p a", "take a1", "2: take b1, destroy b1", p="pilot A", slots=1),
    # Actress A: all in the lead destroy an icon of theirs, in turn order, after the taking; its
    # slot stays used (reading 10)
    case("A b", "take a1", "2: scratch 2 guitarist 2 veterinarian", own="g", other="vgj"),
    case("A b", "take a1, scratch 2 guitarist", "2: take b1, destroy b1", own="g", other="vgj"),
    case("A b", "take a1", "1: scratch 1 actress 1 veterinarian", own="v", other="v"),
    case("A b", "take a1, scratch 1 actress", "2: scratch 2 veterinarian", own="v", other="v"),
    case("A b c d x", ACTRESS_FIRST, "2: destroy d1, pass", own="v", slots=3),
    case("a b", "take a1", "1: scratch 1 made up", other="bb", a=MOST),
    # Actress B: all in last place draw any icon, with a free slot
    case("A B", "take a1", GAINS, own="v", other="g", slots=5, A="actress B"),
    case("A B", "take a1, gain baker", FREE, own="v", other="g", slots=5, A="actress B"),
    case("A b", "take a1", "over", own="v", other="jj", slots=2, A="actress B"),
    # Singer B: up to two icons in any inventories; those of a Taxi Driver differ by square
    case("S a t0", "take a1", SCRATCHES, own="vt", other="vvj"),
    case("S a t0", f"take a1{', scratch 2 veterinarian' * 2}", FREE, own="vt", other="vvj"),
    case("S a t0", "take a1, pass", FREE, own="vt", other="vvj"),
    # King A is the last turn; King B closes what is beside it; a Police square is taken twice
    case("k . . .", "take a1, take d1", "2: destroy b1 c1, pass"),
    case("k . . k", "take a1, destroy c1", "1: destroy b1 d1, pass", k="king B"),
    case("p . . .", "take a1", "2: take a1 b1 c1 d1, destroy b1 c1 d1"),
    case("p . . .", "take a1, take a1", "1: take b1 c1 d1, destroy b1 c1 d1"),
    # A Life Guard's neighbour who is out, or beside a King of their own, cannot take it
    case("k a l b c", "take e1, take a1", "1: take b1, destroy b1 c1 d1"),
    case("k l a b", "take d1, take a1", "1: destroy b1 c1, pass", k="king B"),
]


@pytest.mark.parametrize(("text", "actions", "expected", "options"), TURNS)
def test_turns_go_on(text, actions, expected, options):
    player = options.get("player", 0)
    names = CAST | {key: options[key] for key in options if key != "player"}
    game = Game(position(text, **names))
    state, oracle = game.start(player), SlowGame(game.position, player)
    for action in filter(None, actions.split(", ")):
        numbers = {action_text(game, number): number for number in game.legal(state)}
        engine.apply(game.tables, state, numbers[action])
        oracle.apply(game.action(numbers[action]))
    assert legal_text(game, state) == expected
    assert {*map(game.action, game.legal(state))} == oracle.legal()


# A variant x, own icons, the other player's, the grid, what the own ones are worth together.
SCORES = [
    ("guitarist A", "xxx", "", "x", 3),
    ("veterinarian A", "xxx", "", "x", 6),
    ("ballerina A", "xx", "x", "x", 8),
    ("ballerina A", "xx", "xx", "x", 8),  # reading 1: ties count
    ("ballerina A", "xx", "xxx", "x", -8),
    ("knitting_lady A", "xx", "xxx", "x", 6),
    ("knitting_lady A", "xx", "xx", "x", 6),
    ("knitting_lady A", "xx", "", "x", -6),  # reading 1: none counts as zero
    ("athlete A", "x", "", "x", 1),
    ("athlete A", "xxxx", "xx", "x", 16),  # reading 4: each of four is worth 4
    ("baby A", "xxgggvv", "", "x", 3 + 4 + 2 * 3),  # totals: 3 and 4
    ("baby A", "xxjjvv", "", "x", -6 + 4 + 2 * -6),
    ("baby A", "xx", "", "x", 0),
    ("baby A", "xov", "", "x", 2 + 2 + 2),  # the Elderly Man is left out
    ("elderly_man A", "xxgggvv", "", "x", 3 + 4 + 2 * 4),
    ("elderly_man A", "xxxjj", "", "x", -6 + 3 * -6),
    ("elderly_man A", "xb", "", "x", 0),
    ("explorer A", "xxx", "", "x", 0),
    ("astronaut A", "xx", "", "x", 2),
    ("astronaut B", "xx", "", "x", 2),
    ("doctor A", "xx", "", "x", 2),
    ("doctor B", "xx", "", "x", 4),
    ("firefighter A", "xx", "", "x", -8),
    ("firefighter B", "xx", "", "x", -4),
    ("police A", "xx", "", "x", 6),
    ("baker A", "xx", "", "x", -30),
    ("baker A", "xxx", "", "x", 15),
    ("judge A", "x", "", "x", 3),
    ("judge A", "xx", "", "x", -6),
    ("judge B", "x", "", "x", -4),
    ("judge B", "xx", "", "x", 8),
    ("king A", "x", "", "x", 12),
    ("king B", "x", "", "x", 6),
    ("mail_carrier A", "xx", "", "x", 4),
    ("mail_carrier B", "xx", "", "x", 6),
    ("painter A", "xx", "", "x x x x1 x# g x1#", 2 * 6),
    ("photographer A", "xx", "", "x x0 x x1 x# g1 x1#", 2 * 2),
    ("hairdresser A", "xx", "", "x0 g1 g# / g g0 g", 2 * 2),  # reading 8: # is filled
    ("hairdresser B", "xx", "", "x0 g1 g# / g g0 g", 2 * 3 * 3),
    ("life_guard A", "xx", "", "x", 6),
    ("life_guard B", "xx", "", "x", 6),
    ("actress A", "xx", "", "x", 0),
    ("actress B", "xx", "", "x", 0),
    ("singer A", "xx", "", "x", -10),
    ("singer B", "xx", "", "x", -6),
    ("taxi_driver A", "x", "", "g1 g1 g / g# x0 g1 / g1 g g1", 2),
    ("taxi_driver A", "xx", "", "x0 x0 g1 x1 g1", 1 + 2),
    ("taxi_driver A", "x", "", "g1 x0# g1", 0),  # that icon is nowhere any more
    ("taxi_driver A", "x", "", "g1 x g1", 0),  # one from an Actress
    ("pilot A", "xx", "", "x", -4),
    ("veterinarian A", "", "", "x0 x1", 0),  # only what is owned scores
]
OTHERS = {"g": "guitarist A", "v": "veterinarian A", "o": "elderly_man A", "j": "judge A"}
OTHERS |= {"b": "baby A"}


@pytest.mark.parametrize("variant, own, other, text, worth", SCORES)
@pytest.mark.parametrize("players", [2, 3])
def test_a_variant_is_worth(variant, own, other, text, worth, players):
    if players == 3 and variant == "knitting_lady A":
        worth = -6  # the third player has none
    game = Game(position(text, own, other, players=players, x=variant, **OTHERS))
    assert engine.standing(game.tables, game.start(), 0) == score(game.position, 0) == worth


def test_every_published_variant_is_there():
    assert {row[0] for row in SCORES} == {*published_powers()}

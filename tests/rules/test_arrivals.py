"""Every way to come to stand in a hex against everything that looks at who has come there.

The table is read off the rulebook; each column names its sections, each exception is a note under it.
"""

from __future__ import annotations

import pytest

from arrival_helpers import HERE, WAYS, Ground, Played
from helpers import U

COLUMNS = ("mines", "shells", "claymore", "fire", "control", "full", "enemies", "off")
"""
mines    21.4, 21.4.1, Q-331, Q-565: Mines of the enemy in the hex attack those who enter it or get out there
shells   18.1, 18.2, Q-148, Q-565: Fire for Effect attacks those who enter
claymore 23.2.1, Q-405, Q-440: the owner of a Claymore next door is asked; not at a hex with friends of his (5.0)
fire     5.3, Q-034, Q-035: Opportunity Fire
control  22.1, Q-545: who holds the hex when the impulse is over; "us" are those who come
full     1.3: three Squads and two men of the same side are there
enemies  8.0, 8.1, 15.1, 17.1: an enemy Squad is there
off      22.0: the hex is not in play
A dash: it cannot happen, or nothing is asked.
"""
TABLE = """
                mines shells claymore fire control full     enemies  off
walks           yes   yes    yes      yes  us      refused  melee    refused
runs            yes   yes    yes      yes  us      refused  melee    refused
crawls          yes   yes    yes      yes  us      refused  melee    refused
assault-moves   yes   yes    yes      yes  us      refused  refused  refused
steals          yes   yes    yes      yes  us      refused  melee    refused
rides           yes   yes    yes      yes  us      refused  melee    refused
enters          yes   yes    yes      yes  us      refused  melee    -
drives          yes   yes    no       yes  de      there    refused  refused
overruns        yes   yes    no       no   de      -        there    refused
goes-along      yes   yes    yes      yes  us      refused  refused  refused
gets-off        yes   no     yes      yes  us      refused  -        -
comes-down      yes   yes    yes      yes  us      refused  refused  -
thrown-off      yes   no     no       yes  us      lost     -        -
put-out         yes   no     no       yes  us      lost     -        -
bails-out       yes   no     no       no   de      lost     -        -
crew            no    no     no       no   de      lost     -        -
crashes         yes   yes    no       no   de      lost     lost     lost
flees           yes   yes    yes      yes  de      refused  refused  refused
driven-out      yes   no     no       no   us      refused  refused  refused
goes-back       yes   yes    yes      yes  de      -        -        -
gets-away       yes   yes    yes      yes  de      -        -        -
assaults        yes   yes    no       no   us      refused  refused  -
repelled        no    no     no       no   -       -        -        -
sniper          no    no     no       no   de      refused  refused  refused
is-born         no    no     no       no   us      -        -        -
next-door       yes   yes    yes      no   us      refused  refused  refused
lies-in-wait    no    no     no       no   us      refused  melee    refused
brought         no    no     no       no   us      refused  refused  -
sets-up         no    no     no       no   us      refused  refused  -
flies           no    no     no       yes  de      there    there    refused
"""
"""
drives, overruns: vehicles control nothing, and armor is no target of a Claymore; flies: above it all (Q-424)
gets-off, thrown-off, put-out, bails-out: who was in the hex with his vehicle is not shelled again (Q-432)
thrown-off, put-out, bails-out: being thrown out is no movement for Claymores (Q-440), a Bailout none at all (Q-362)
crew: it has been in the hex (Q-340); crashes: from above it has not (Q-543); among enemies nobody gets out (Q-418)
driven-out: no movement, and no Fire for Effect by 15.3, but Mines (Q-355)
goes-back, gets-away: back from a Melee nobody could fight (Q-068, Q-351); repelled: no new entry (Q-353)
sniper, is-born, lies-in-wait, brought, sets-up: they were not elsewhere before, so they do not enter (Q-565)
next-door: a free move of a new Hero (11.2.1); no points are spent, so there is no Opportunity Fire (Q-565)
"""
ROWS = {line.split()[0]: dict(zip(COLUMNS, line.split()[1:], strict=True)) for line in TABLE.strip().splitlines()[1:]}
CELLS = [(way, column, want) for way, row in ROWS.items() for column, want in row.items() if want != "-"]
WATCHER = U("y", "squad", "H4")
"""An enemy who sees D4 from afar."""
FULL = (*(U(f"f{n}", "squad", HERE) for n in range(3)), *(U(f"g{n}", "leader", HERE) for n in range(2)))
VICTIM = U("xo", "squad 1-1-4-5", HERE)
MARKS = {"walks": "moved", "runs": "moved", "crawls": "low_crawl", "assault-moves": "assault_move", "steals": "stealth"}
MARKS |= {"rides": "moved", "enters": "moved", "drives": "moved", "overruns": "moved", "goes-along": "moved"}
MARKS |= {"gets-off": "moved", "comes-down": "moved", "thrown-off": "moved", "put-out": "moved"}
MARKS |= {"bails-out": "moved shaken", "crew": "moved shaken", "crashes": "moved shaken", "flees": "moved shaken"}
MARKS |= {"driven-out": "moved", "goes-back": "moved shaken", "gets-away": "moved shaken", "assaults": "melee"}
MARKS |= {"repelled": "moved", "flies": "ops_complete"}
MARKS |= dict.fromkeys(("sniper", "is-born", "next-door", "lies-in-wait", "brought", "sets-up"), "")
"""What lies on who has come when the impulse is over (4.0, 6.1, 16.1.1, 17.1, 19.2.4); nothing on those placed."""


def played(way: str, ground: Ground) -> Played:
    """Somebody comes to D4 in a way."""
    if way == "overruns" and not any(u.at == HERE for u in ground.units):
        ground.units = (*ground.units, VICTIM)
    return WAYS[way.replace("-", " ")][0](ground)


def came(p: Played, way: str) -> str:
    """What has become of him."""
    unit = WAYS[way.replace("-", " ")][1]
    found = p.came(unit)
    return "melee" if found == "there" and "melee" in p.s.words(unit) else found


def seen(way: str, column: str) -> str:
    """What is found in a cell."""
    unit = WAYS[way.replace("-", " ")][1]
    if column in ("mines", "shells"):
        kind, why = ("mines", "mines") if column == "mines" else ("ffe", "artillery")
        return "yes" if played(way, Ground(WATCHER, marks=((kind, HERE, 1),))).struck(unit, why) else "no"
    if column in ("claymore", "fire"):
        claymore = Ground(U("y", "squad", "E4"), marks=(("claymore", "E4", 1),))
        return "yes" if column in played(way, claymore).asked else "no"
    if column == "control":
        p = played(way, Ground(WATCHER, holder="de"))
        return p.s.game.side_name(p.s.state.control[p.s.loc(HERE)])
    if column == "full":
        return came(played(way, Ground(WATCHER, *FULL)), way)
    if column == "enemies":
        return came(played(way, Ground(WATCHER, U("xe", "squad 1-1-4-5", HERE))), way)
    return came(played(way, Ground(WATCHER, out_of_play=True)), way)


@pytest.mark.parametrize(("way", "column", "want"), CELLS)
def test_cell(way: str, column: str, want: str) -> None:
    """Each cell of the table is as the rules say."""
    assert seen(way, column) == want


@pytest.mark.parametrize("way", list(ROWS))
def test_marker(way: str) -> None:
    """Everybody who comes is there at the end, under the marker of the way he came."""
    p = played(way, Ground(WATCHER))
    assert p.came(WAYS[way.replace("-", " ")][1]) == "there", p.refusal
    words = p.s.words(WAYS[way.replace("-", " ")][1]) - {"hover"}
    assert " ".join(sorted(words)) == MARKS[way]


def test_table_is_whole() -> None:
    """No way is left out."""
    assert {way.replace("-", " ") for way in ROWS} == set(WAYS)

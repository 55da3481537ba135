"""The infantry narrative of the rules as a script: what each side orders, the dice, the position after each step."""

from __future__ import annotations

from typing import Any, NamedTuple

from lnlt.core.frames import Command
from lnlt.rules.ch03_rally import EndRally, Rally
from lnlt.rules.ch04_operations.activation import Activate
from lnlt.rules.ch04_operations.impulse import Done, Pass
from lnlt.rules.ch05_fire.action import Fire
from lnlt.rules.ch05_fire.group import AddFirer, OpenFire
from lnlt.rules.ch05_fire.lone import FireAlone
from lnlt.rules.ch05_fire.opportunity import OpFire, PassWindow
from lnlt.rules.ch06_movement.action import BeginMove
from lnlt.rules.ch06_movement.steps import AddMover, StepTo, StopMove
from lnlt.rules.ch07_smoke import LaySmoke
from lnlt.rules.ch10_los_spotting.attempts import Spot, SpotAt
from lnlt.rules.ch11_smc.heroes import Place
from lnlt.rules.ch11_smc.rally_choices import Heal
from lnlt.rules.ch22_scenario.entry import Enter, EnterAt
from lnlt.rules.ch22_scenario.outfit import Give
from lnlt.rules.ch22_scenario.set_up import Assemble, Ready
from lnlt.rules.facts.handling import Flip

HIRD = "ww2-us-hero-hird-1"


class Beat(NamedTuple):
    """One step: its records, who orders what, and facts after it (unit: place, status and markers in one word list)."""

    records: str
    side: str
    orders: tuple[Command, ...]
    after: dict[str, Any]


def move(origin: str, units: list[str], *path: str, mode: str = "normal") -> tuple[Command, ...]:
    """A whole move out of a hex."""
    leaders = {"koch", "baumann", "tom", "medrow"}
    modes = [("normal" if u in leaders and mode == "double_time" else mode) for u in units]
    joined = [AddMover(u, m) for u, m in zip(units, modes, strict=True)]
    return (Activate(origin), BeginMove(origin), *joined, *(StepTo(h) for h in path))


def enter(units: list[str], *path: str, mode: str = "normal") -> tuple[Command, ...]:
    """Units come onto the map by the north edge and go on."""
    return (Enter("de"), *move("", units, mode=mode)[2:], EnterAt(path[0]), *(StepTo(h) for h in path[1:]))


def fire(origin: str, at: str, *group: AddFirer, lead: str, mode: str = "") -> tuple[Command, ...]:
    """Fire in an own impulse."""
    return (Activate(origin), Fire(origin, at, mode), *group, OpenFire(lead))


SCRIPT: tuple[Beat, ...] = (
    Beat(
        "007 009",
        "us",
        (
            Give("us-c", "bar"),
            Give("us-a", "m1919a4"),
            Place("us-a", "I5"),
            Place("us-b", "I5"),
            Place("us-c", "G6"),
            Place("tom", "I5"),
            Place("medrow", "G6"),
            Assemble("m1919a4"),
            Ready(),
        ),
        {"us-a": "I5", "us-c": "G6", "medrow": "G6", "sniper": "-", "weapon m1919a4": "tripod"},
    ),
    Beat("010 011", "de", (Give("g-4", "mg34"), Give("g-1", "mg42")), {"koch": "-", "weapon mg42": "bipod"}),
    # Turn 1
    Beat(
        "012",
        "de",
        (*enter(["koch", "g-1", "g-2", "g-3"], "J1", "J2", "J3", mode="double_time"), StopMove()),
        {"koch": "J3 moved", "g-1": "J3 moved", "g-2": "J3 moved", "g-3": "J3 moved", "mp g-1": 5},
    ),
    Beat("013", "us", (Pass(),), {}),
    Beat(
        "014",
        "de",
        (*enter(["g-4", "g-5", "baumann"], "F1", "F2", "F3", "F4", mode="double_time"), StopMove()),
        {"baumann": "F4 moved", "g-4": "F4 moved", "g-5": "F4 moved", "mp g-4": 5},
    ),
    Beat(
        "016 017 018",
        "us",
        fire("I5", "J3", AddFirer("us-a", ("m1919a4",)), AddFirer("us-b"), AddFirer("tom"), lead="us-a"),
        {
            "us-a": "I5 fired",
            "us-b": "I5 fired",
            "tom": "I5 fired",
            "koch": "J3 moved",
            "g-1": "J3 shaken moved",
            "g-2": "J3 shaken moved",
            "type g-2": "ww2-de-wh-hs-0545",
            "g-3": "J3 moved",
        },
    ),
    Beat("020", "de", (*enter(["medic"], "G0", "G1", "G2"), StopMove()), {"medic": "G2 moved", "mp medic": 5}),
    Beat(
        "021 022",
        "us",
        fire("G6", "J3", AddFirer("us-c", ("bar",)), AddFirer("medrow"), lead="us-c"),
        {"us-c": "G6 fired", "medrow": "G6 fired", "g-3": "J3 moved"},
    ),
    Beat(
        "023 024 025 026 027",
        "us",
        (Place("sniper", "J5"), FireAlone("sniper", "J3")),
        {"sniper": "J5", "koch": "J3 shaken", "g-1": "J3 shaken", "us-a": "I5", "turn": 2, "initiative": "us"},
    ),
    # Turn 2
    Beat("028", "de", (Rally("koch"),), {"koch": "J3"}),
    Beat("029", "de", (Rally("g-1"),), {"g-1": "J3"}),
    Beat("030", "de", (Rally("g-2"),), {"g-2": "J3"}),
    Beat("031", "us", (Pass(),), {}),
    Beat("032 033", "de", move("F4", ["g-5"], "F5", "F6"), {"g-5": "F6"}),
    Beat(
        "035 036",
        "us",
        (OpFire("G6"), AddFirer("us-c", ("bar",)), OpenFire("us-c")),
        {"us-c": "G6 fired", "medrow": "G6", "g-5": "F6 shaken moved", "baumann": "F4", "g-4": "F4"},
    ),
    Beat("037", "us", (Pass(),), {}),
    Beat(
        "038",
        "de",
        (*move("F4", ["g-4", "baumann"], "E4", "E5", "E6", "F7", mode="double_time"), StopMove()),
        {"baumann": "F7 moved", "g-4": "F7 moved", "mp g-4": 5},
    ),
    Beat("039", "us", (Spot("medrow"), SpotAt("J3"), Pass()), {"medrow": "G6 ops_complete"}),
    Beat("040", "de", (Activate("J3"), LaySmoke("g-2", "J4")), {"marker J4": "smoke 1"}),
    Beat("041", "de", (BeginMove("J3"), AddMover("g-2"), StepTo("J4")), {"g-2": "J4"}),
    Beat(
        "042 043",
        "us",
        (FireAlone("sniper", "J4"),),
        {"sniper": "J5 fired", "g-2": "gone", "marker J4": "smoke 1"},
    ),
    Beat("044 046", "us", move("I5", ["us-b"], "J5", mode="assault"), {"us-b": "J5 assault_move"}),
    Beat(
        "048",
        "de",
        move("J3", ["koch", "g-1", "g-3"], "K3", "K4"),
        {"koch": "K4", "g-1": "K4", "g-3": "K4"},
    ),
    Beat(
        "049 050",
        "us",
        (OpFire("J5"), AddFirer("us-b"), OpenFire("us-b")),
        {"us-b": "J5 fired assault_move", "g-3": "K4 shaken moved", "koch": "K4", "g-1": "K4"},
    ),
    Beat(
        "051 052",
        "de",
        (StepTo("J5"),),
        {"us-b": "gone", "sniper": "gone", "koch": "J5 melee", "g-1": "J5 melee", "marker J5": "melee 2"},
    ),
    Beat(
        "055",
        "us",
        fire("I5", "F6", AddFirer("us-a", ("m1919a4",)), AddFirer("tom"), lead="us-a"),
        {"us-a": "I5 fired", "tom": "I5 fired", "g-5": "gone"},
    ),
    Beat(
        "056 057 058",
        "de",
        (*move("G2", ["medic"], "H3", "I3", "J4", "K4"), StopMove()),
        {"medic": "K4", "marker J4": "smoke 2", "koch": "J5", "turn": 3, "initiative": "de", "g-3": "K4 shaken"},
    ),
    # Turn 3
    Beat("059", "de", (Heal("medic", "g-3", True),), {"g-3": "K4"}),
    Beat("060", "de", (Flip("g-1", "mg42"), EndRally()), {"weapon mg42": "tripod"}),
    Beat(
        "061 062 063",
        "de",
        (
            Activate("J5"),
            Activate("K4"),
            Fire("J5", "I5"),
            AddFirer("koch"),
            AddFirer("g-1", ("mg42",)),
            OpenFire("g-1"),
        ),
        {
            "koch": "J5 fired",
            "g-1": "J5 fired",
            "tom": "I5 shaken",
            "us-a": "I5 shaken",
            HIRD: "I5",
            f"skills {HIRD}": ("deadly",),
        },
    ),
    Beat("064", "de", (Done(),), {"g-3": "K4", "medic": "K4"}),
    Beat(
        "065",
        "us",
        fire("G6", "F7", AddFirer("us-c", ("bar",)), lead="us-c", mode="assault_fire"),
        {"us-c": "G6", "g-4": "F7"},
    ),
    Beat(
        "066",
        "us",
        (BeginMove("G6"), AddMover("us-c", "assault"), AddMover("medrow", "assault"), StepTo("H6"), StepTo("I6")),
        {"us-c": "I6 assault_move", "medrow": "I6 assault_move", "mp us-c": 3},
    ),
    Beat("066", "de", (PassWindow(),), {"us-c": "I6 moved", "medrow": "I6 moved", "marker G6": "spotted 2"}),
    Beat(
        "067 068",
        "de",
        move("F7", ["g-4", "baumann"], "G7", "H8", "I7", "I6", mode="double_time"),
        {
            "us-c": "gone",
            "medrow": "gone",
            "marker G6": "spotted 2",
            "g-4": "gone",
            "baumann": "gone",
            "lies bar": "I6",
            "lies mg34": "I6",
            "marker I6": "melee 3",
        },
    ),
    Beat(
        "070",
        "us",
        (Activate("I5"), Fire("I5", "J5"), AddFirer(HIRD), OpenFire(HIRD), Done()),
        {HIRD: "I5 fired", "koch": "J5 fired"},
    ),
    Beat("071", "de", (*move("K4", ["g-3"], "K5", "J6"), StopMove()), {"g-3": "J6 moved", "mp g-3": 3}),
    Beat("072", "us", (Pass(),), {}),
    Beat("073", "de", move("K4", ["medic"], "K5", mode="low_crawl"), {"medic": "K5 low_crawl", "marker I6": "melee 3"}),
    Beat("073+", "us", (Pass(),), {}),  # the Germans have nobody left and pass without being asked
    Beat(
        "074 075",
        "us",
        (Pass(),),
        {"turn": 4, "initiative": "de", "marker J4": "", "marker I6": "", "marker G6": "", "medic": "K5"},
    ),
    # Turn 4
    Beat("076", "de", (Flip("g-1", "mg42"), EndRally()), {"weapon mg42": "bipod"}),
    Beat("077", "us", (Rally("tom"),), {"tom": "I5"}),
    Beat("078 079", "us", (Rally("us-a"), EndRally()), {"us-a": "I5 shaken", "tom": "I5", HIRD: "I5"}),
    Beat(
        "080 081",
        "de",
        (Activate("J5"), Activate("J6"), BeginMove("J5"), AddMover("koch"), AddMover("g-1"), StepTo("I5")),
        {
            "koch": "I5 melee",
            "g-1": "I5 melee",
            HIRD: "I5 melee",
            "tom": "I5 melee",
            "us-a": "I5 shaken melee",
            "marker I5": "melee 4",
        },
    ),
    Beat(
        "082",
        "de",
        (BeginMove("J6"), AddMover("g-3"), StepTo("I6"), StopMove()),
        {"control I6": "de", "g-3": "I6 moved"},
    ),
    # All Americans are in Melee: they pass without being asked.
    Beat(
        "084 085", "de", (Pass(),), {"control I5": "us", "control I6": "de", "winner": "us", "g-3": "I6", "medic": "K5"}
    ),
)

DICE: tuple[tuple[str, tuple[int, ...] | str], ...] = (
    ("attack", (4,)),
    ("defence", (4,)),
    ("damage check", (2,)),
    ("damage check", (4,)),
    ("damage check", (6,)),
    ("random", (2,)),
    ("damage check", (1,)),
    ("attack", (2,)),
    ("defence", (4,)),
    ("random", (5,)),
    ("random", (1,)),
    ("attack", (5, 3)),
    ("defence", (3,)),
    ("damage check", (5,)),
    ("initiative", (4,)),
    ("initiative", (2,)),
    ("rally", (6, 2)),
    ("rally", (3, 4)),
    ("rally", (5, 3)),
    ("attack", (4,)),
    ("defence", (5,)),
    ("damage check", (2,)),
    ("spot", (4,)),
    ("smoke", (2,)),
    ("attack", (5, 4)),
    ("defence", (3,)),
    ("damage check", (5,)),
    ("attack", (3,)),
    ("defence", (5,)),
    ("damage check", (3,)),
    ("damage check", (4,)),
    ("damage check", (6,)),
    ("melee", (3, 5)),
    ("melee", (6, 2)),
    ("attack", (5,)),
    ("defence", (2,)),
    ("damage check", (5,)),
    ("initiative", (2,)),
    ("initiative", (4,)),
    ("morale check", (1, 5)),
    ("attack", (5,)),
    ("defence", (2,)),
    ("damage check", (3,)),
    ("damage check", (1,)),
    ("hero creation", (4,)),
    ("hero", "ww2-us-hero-hird"),
    ("skill", "fanatic"),
    ("skill", "deadly"),
    ("attack", (4,)),
    ("defence", (5,)),
    ("melee", (4, 3)),
    ("melee", (5, 4)),
    ("attack", (4,)),
    ("defence", (6,)),
    ("initiative", (4,)),
    ("initiative", (4,)),
    ("rally", (3, 2)),
    ("rally", (6, 5)),
    ("melee", (2, 4)),
    ("melee", (3, 1)),
)
"""Every roll and draw of the replay, in order."""

ASIDES = {
    "N-inf-003": "003",
    "N-inf-005": "004 005 006",
    "N-inf-015": "001 008 015 034 045",
    "N-inf-019": "019",
    "N-inf-047": "047",
    "N-inf-053": "053",
    "N-inf-054": "054",
    "N-inf-069": "069",
    "N-inf-083": "083",
}
"""What the narrative says beside the game: records of each situation."""

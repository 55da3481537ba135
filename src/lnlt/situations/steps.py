"""Steps and expectations as written: one step plays (`do`) or asks (`ask`), and says what must come out."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Many = str | list[str]
"""One word or a list of words."""
Number = int | float
Verdict = Literal["clear", "degraded", "blocked"]


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One item of a tally."""

    value: Number
    rule: str | None = None


class UnitFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`expect.units.ID` and `expect.new`: facts of a unit; only those given are compared."""

    id: str | None = None
    side: str | None = None
    at: str | None = None
    aboard: str | None = None
    riding: str | None = None
    type: str | None = None
    kind: str | None = None
    values: str | None = None
    abilities: list[str] | None = None
    badge: str | None = None
    skills: list[str] | None = None
    status: list[str] | None = None
    markers: list[str] | None = None
    carries: list[str] | None = None
    reduces_to: Many | None = None
    dismounts_to: str | None = None
    facing: str | None = None
    turret: str | None = None
    hatch: str | None = None
    mode: str | None = None
    """Mode of a helicopter: "flying" or "hovering" (19.2.1)."""
    armor: list[str] | None = None
    mgs: str | list[str] | None = None
    he: int | str | None = None
    to_hit: list[list[int | str]] | None = None
    rof: int | None = None
    depletion: int | None = None
    size: int | None = None
    cannon: str | None = None
    bombs: str | None = None
    around: int | None = None
    evasion: int | None = None
    capacity: str | None = None
    min_range: int | None = None
    shaken: str | None = None
    wounded: str | None = None
    ammo: str | None = None
    eliminated: bool | None = None
    mp_spent: Number | None = None


class WeaponFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`expect.weapons.ID`."""

    at: str | None = None
    carried_by: str | None = None
    eliminated: bool | None = None
    side_up: str | None = None
    captured: bool | None = None


class MarkerFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker in `expect.hexes.H6.markers`, if its kind alone does not say enough."""

    kind: str
    strength: int | None = None
    side: str | None = None


class HexFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`expect.hexes.H6`."""

    spotted: bool | None = None
    spotted_by: list[str] | None = None
    markers: list[str | MarkerFacts] | None = None
    control: str | None = None


class Expect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must come out; only what is given is compared."""

    legal: bool | None = None
    rule: str | None = None
    total: Number | None = None
    items: list[Item] | None = None
    exactly: bool | None = None
    verdict: Verdict | None = None
    degrading: int | None = None
    limited: int | None = None
    value: Any = None
    odds: dict[str, str | int] | None = None
    asked: str | None = None
    window: str | None = None
    units: dict[str, UnitFacts] | None = None
    weapons: dict[str, WeaponFacts] | None = None
    hexes: dict[str, HexFacts] | None = None
    phase: Literal["rally", "operations", "admin"] | None = None
    turn: int | None = None
    initiative: str | None = None
    victory: str | None = None
    new: UnitFacts | list[UnitFacts] | None = None
    rolls_used: int | None = None


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename=lambda name: name.rstrip("_")):
    """One step with every argument a command or question may have."""

    do: str | None = None
    ask: str | None = None
    by: str | None = None
    command: str | None = None
    ifp: bool | None = None
    """False: units that fire weapons leave out their Inherent Firepower."""
    crew: str | list[str] | None = None
    """Units that help another man to crew his weapon."""
    of: str | None = None
    units: Many | None = None
    unit: str | None = None
    lead: str | None = None
    weapons: Many | None = None
    weapon: str | None = None
    with_: Many | None = None
    at: str | None = None
    target: str | None = None
    targets: Many | None = None
    attackers: Many | None = None
    mode: str | None = None
    modes: dict[str, str] | None = None
    indirect: bool | None = None
    spotter: str | None = None
    path: Many | None = None
    reverse: bool | None = None
    pick_up: Many | bool | None = None
    entry_edge: str | None = None
    hexes: Many | None = None
    facing: str | None = None
    vehicle: str | None = None
    riding: str | None = None
    leader_helps: str | bool | None = None
    by_unit: str | None = None
    self_: bool | None = None
    kind: str | None = None
    from_: str | None = None
    to: str | None = None
    enter: str | None = None
    toward: str | None = None
    flank: str | None = None
    option: str | int | None = None
    ammo: str | None = None
    pivot: str | None = None
    part: str | None = None
    table: str | None = None
    cases: list[dict[str, Any]] | None = None
    difference: int | None = None
    expect: Expect = Expect()


def given(struct: msgspec.Struct) -> dict[str, Any]:
    """The keys that are written in the file, with their values.

    >>> given(Item(2))
    {'value': 2}
    """
    fields = msgspec.structs.fields(struct)
    return {f.encode_name: v for f in fields if (v := getattr(struct, f.name)) is not None}


def is_meant(step: Step) -> bool:
    """Whether a step is an order, or asks about one, and takes it to be allowed.

    >>> is_meant(Step(do="pass")), is_meant(Step(ask="may", expect=Expect(legal=False))), is_meant(Step(ask="los"))
    (True, False, False)
    """
    return (step.do is not None or step.ask in ("may", "tally")) and step.expect.legal is not False


def many(value: Many | None) -> list[str]:
    """One word or a list as a list."""
    return [] if value is None else [value] if isinstance(value, str) else value

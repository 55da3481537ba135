"""Hooks: order of the bands, gates, values, modifiers."""

from __future__ import annotations

import pytest

from lnlt.core.hooks import BANDS, GateHook, Hooks, ModifierHook, ValueHook
from lnlt.core.tally import Modifier, Refusal

VALUE: ValueHook[list[str]] = ValueHook("value", rule="1.0")
GATE = GateHook("gate", rule="1.0")
MODS = ModifierHook("mods", rule="1.0")


def test_bands_go_from_general_to_special() -> None:
    """Handlers run in the order of their bands, however they were attached."""
    attached = [
        VALUE.attach(band, lambda value, band=band: [*value, band], band) for band in sorted(BANDS, reverse=True)
    ]
    assert VALUE.apply(Hooks(attached), []) == list(BANDS)


def test_same_band_keeps_the_order_of_attachment() -> None:
    """Within a band the first attached runs first."""
    attached = [VALUE.attach("skill", lambda value, n=n: [*value, n], n) for n in ("one", "two")]
    assert VALUE.apply(Hooks(attached), []) == ["one", "two"]


def test_unknown_band() -> None:
    """A band that does not exist is refused at once."""
    with pytest.raises(ValueError, match="no band"):
        VALUE.attach("magic", lambda value: value, "x")


def test_value_without_handlers() -> None:
    """Nothing attached changes nothing."""
    assert VALUE.apply(Hooks(), ["x"]) == ["x"]
    assert MODS.collect(Hooks()) == []
    assert GATE.ask(Hooks(), None) is None


def test_hooks_do_not_mix() -> None:
    """A handler of one hook is not called for another with the same name."""
    other: ValueHook[list[str]] = ValueHook("value", rule="1.0")
    hooks = Hooks([other.attach("core", lambda value: [*value, "other"], "x")])
    assert VALUE.apply(hooks, []) == []


NO = Refusal("1.0", "no")


@pytest.mark.parametrize(
    ("opinions", "start", "stands"),
    [
        ([("era", NO)], None, NO),
        ([("era", True)], NO, None),
        ([("era", None)], NO, NO),
        ([("era", NO), ("scenario", True)], None, None),
        ([("scenario", NO), ("era", True)], None, NO),
    ],
)
def test_gates(opinions: list[tuple[str, object]], start: Refusal | None, stands: Refusal | None) -> None:
    """A gate forbids, allows or has no opinion; the most special opinion stands."""
    hooks = Hooks([GATE.attach(band, lambda opinion=opinion: opinion, band) for band, opinion in opinions])
    assert GATE.ask(hooks, start) == stands


def test_modifiers_are_collected() -> None:
    """All modifiers of all handlers come together, with the arguments of the call."""
    hooks = Hooks(
        [
            MODS.attach("skill", lambda n: [Modifier(n, "skill", "1.0")], "a"),
            MODS.attach("era", lambda n: [Modifier(-n, "era", "1.0"), Modifier(0, "zero", "1.0")], "b"),
        ]
    )
    assert [(m.why, m.value) for m in MODS.collect(hooks, 2)] == [("era", -2), ("zero", 0), ("skill", 2)]

"""The order of the rooms inside the rules: who imports whom, with a list of known offenders that only shrinks."""

from __future__ import annotations

import ast

import pytest

from test_layers import MODULES, imports

CHAPTERS = (
    "ch13_nations",
    "facts",
    "ch04_operations",
    "ch10_los_spotting",
    "ch20_night",
    "ch12_skills",
    "ch03_rally",
    "ch01_concepts",
    "ch05_fire",
    "ch08_melee",
    "ch18_indirect",
    "ch03_combining",
    "ch07_smoke",
    "ch14_ordnance",
    "ch17_antitank",
    "ch23_equipment",
    "ch21_fortifications",
    "ch06_movement",
    "ch16_passengers",
    "ch11_smc",
    "ch09_administration",
    "ch15_vehicles",
    "ch22_scenario",
    "ch19_air",
    "ch02_outline",
    "actions",
    "rally_actions",
)
"""Each may import itself and those before it; the last two bring everything together."""
UPWARD = {
    "ch03_rally > ch01_concepts": "morale",
    "ch03_rally > ch11_smc": "rallying",
    "ch04_operations > ch10_los_spotting": "spotting",
    "ch04_operations > ch11_smc": "snipers",
    "ch04_operations > ch14_ordnance": "acquisition",
    "ch04_operations > ch19_air": "flight",
    "ch05_fire > ch06_movement": "costs places steps",
    "ch05_fire > ch11_smc": "heroes snipers",
    "ch05_fire > ch14_ordnance": "acquisition impact teams",
    "ch05_fire > ch15_vehicles": "fate",
    "ch05_fire > ch16_passengers": "forced",
    "ch05_fire > ch17_antitank": "exposure",
    "ch05_fire > ch18_indirect": "shelling",
    "ch05_fire > ch23_equipment": "claymores",
    "ch06_movement > ch15_vehicles": "driving",
    "ch06_movement > ch16_passengers": "embarking mounting",
    "ch06_movement > ch22_scenario": "exits",
    "ch08_melee > ch06_movement": "group places",
    "ch10_los_spotting > ch05_fire": "damage",
    "ch10_los_spotting > ch06_movement": "places",
    "ch10_los_spotting > ch16_passengers": "forced",
    "ch10_los_spotting > ch17_antitank": "exposure",
    "ch10_los_spotting > ch20_night": "darkness",
    "ch14_ordnance > ch06_movement": "steps",
    "ch14_ordnance > ch15_vehicles": "fate",
    "ch14_ordnance > ch16_passengers": "forced",
    "ch15_vehicles > ch19_air": "crash",
    "ch15_vehicles > ch22_scenario": "exits",
    "ch16_passengers > ch15_vehicles": "fate steps",
    "ch17_antitank > ch06_movement": "costs places",
    "ch17_antitank > ch11_smc": "heroes",
    "ch17_antitank > ch15_vehicles": "fate",
    "ch18_indirect > ch17_antitank": "exposure",
    "ch18_indirect > ch21_fortifications": "mines",
    "ch20_night > ch18_indirect": "mortars",
    "ch21_fortifications > ch15_vehicles": "fate",
    "ch21_fortifications > ch16_passengers": "forced",
    "ch22_scenario > ch19_air": "flying_in",
}
"""Known offenders: chapters that import one above them, and the modules of it. The list only shrinks."""
INSIDE = {"cli": 41, "engine": 1, "fuzz": 1, "rules": 21}
"""Imports inside functions, by part of the package; the numbers only shrink. Those of `cli` let commands start quickly,
those of `rules` close rings among the offenders above."""


def room(name: str) -> str:
    """The chapter or floor of the rules a module belongs to, "" for everything else."""
    parts = name.split(".")
    return parts[2] if parts[:2] == ["lnlt", "rules"] and len(parts) > 2 else ""


def test_every_chapter_has_its_place() -> None:
    """A new chapter gets a place in the order before it imports anything."""
    assert {room(name) for name in MODULES} == {"", *CHAPTERS}


def test_no_new_upward_imports() -> None:
    """A chapter imports those below it, also inside functions; exactly what is known to be wrong is listed."""
    found: dict[str, set[str]] = {}
    for name, path in MODULES.items():
        for target in imports(path):
            if room(name) and room(target) and CHAPTERS.index(room(target)) > CHAPTERS.index(room(name)):
                if target.count(".") > 2:
                    found.setdefault(f"{room(name)} > {room(target)}", set()).add(target.rpartition(".")[2])
    assert {pair: " ".join(sorted(modules)) for pair, modules in sorted(found.items())} == UPWARD


def inner_imports(tree: ast.AST) -> int:
    """Imports of our own modules inside functions."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    found = {
        (node.lineno, node.module)
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lnlt")
    }
    return len(found)


def test_no_new_imports_inside_functions() -> None:
    """Imports inside functions hide rings: their number is known and only shrinks."""
    found: dict[str, int] = {}
    for name, path in MODULES.items():
        count = inner_imports(ast.parse(path.read_text(encoding="utf-8")))
        part = name.split(".")[1] if "." in name else ""
        found[part] = found.get(part, 0) + count
    assert {part: count for part, count in sorted(found.items()) if count} == INSIDE


BASES = {"Procedure": {"firing_occasion"}, "Question": set(), "Command": {"handling"}}
"""Facts that define what procedures above build on: the base of impulses and windows, the orders to handle weapons."""


@pytest.mark.parametrize("kind", BASES)
def test_facts_are_no_procedures(kind: str) -> None:
    """Facts are asked: they do nothing step by step and ask nobody."""
    made = {name for name, path in MODULES.items() if room(name) == "facts" and f"({kind}" in path.read_text("utf-8")}
    assert {name.rpartition(".")[2] for name in made} == BASES[kind]

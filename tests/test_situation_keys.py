"""Situation files: every key that a step gives is used, or refused by its name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from lnlt.core.errors import LnltError
from lnlt.situations import words
from lnlt.situations.reading import Source, check_step, load
from lnlt.situations.runner import run_source
from lnlt.situations.steps import Step
from situation_helpers import fails, run

FILES = sorted((Path(__file__).parent / "situations").rglob("*.toml"), key=lambda f: (f.stat().st_size, f))
NONSENSE = {
    "ifp": False,
    "indirect": True,
    "reverse": True,
    "modes": {"nonsense": "normal"},
    "cases": [{}],
    "difference": 3,
    "path": ["ZZ99"],
    "pick_up": ["nonsense"],
}
"""What is given for keys that take no word."""
MEANT = {"rally": {"self_"}, "morale": {"difference"}}
"""Keys whose only value is right there."""


def kind_of(step: Step) -> str:
    """What a step is an example of: a command, a question, a question for one kind of sum or about one command."""
    about = step.of if step.ask == "tally" else step.command if step.ask in ("may", "cost", "odds") else None
    return " ".join(filter(None, (step.do or step.ask, about)))


def examples() -> dict[str, tuple[Source, int]]:
    """For each kind of step an example that is allowed, from the smallest file that has one."""
    found: dict[str, tuple[Source, int]] = {}
    for file in FILES:
        source = load(file)
        for number, step in enumerate(source.situation.step):
            if step.expect.legal is not False and step.expect.rule is None:
                found.setdefault(kind_of(step), (source, number))
    return found


EXAMPLES = examples()


def keys_of(step: Step) -> Iterator[str]:
    """The arguments that a step could have and has not."""
    order = words.DO.get(step.command or "") or words.DO.get(step.do or "") or words.ASK[step.ask or ""]
    given = {"unit", "units"} if step.unit or step.units else {"command"}
    for key in sorted(order.needs | order.takes):
        name = key + "_" if key in ("with", "self", "from") else key
        if getattr(step, name) is None and key not in given | {"command"}:
            yield name


@pytest.mark.parametrize("kind", sorted(EXAMPLES))
def test_no_key_is_dropped(kind: str) -> None:
    """A further key that says something wrong, or nothing to the purpose, does not go by unnoticed."""
    source, number = EXAMPLES[kind]
    situation = source.situation
    dropped = []
    for key in keys_of(situation.step[number]):
        if key in MEANT.get(kind.split()[-1], ()):
            continue
        step = replace(situation.step[number], **{key: NONSENSE.get(key, "nonsense")})
        changed = (*situation.step[:number], step, *situation.step[number + 1 :])
        try:
            check_step(step, source.where, f"step[{number}]")
            report = run_source(Source(replace(situation, step=changed), source.where, source.places))
        except LnltError:
            continue
        if report.status == "passed":
            dropped.append(key)
    assert not dropped


def test_every_command_has_an_example() -> None:
    """All commands and questions of the format are among them."""
    assert set(words.DO) <= {kind for kind in EXAMPLES if " " not in kind} | {"land"}
    assert set(words.ASK) <= {kind.split()[0] for kind in EXAMPLES}


TANK = 'kind = "vehicle", values = "10T-6", armor = ["5/4", "3/4", "2/3"], mgs = ["4"]'
PLACE = f"""
id = "keys"
rule = ["5.3"]
state = {{ impulse = "us", sides = ["us", "de"] }}
units = [
  {{ id = "a", side = "us", kind = "squad", values = "2-5-4-6", at = "D5" }},
  {{ id = "b", side = "us", kind = "half_squad", values = "1-4-4-6", at = "D5" }},
  {{ id = "m", side = "us", kind = "weapon_team", values = "3-9-2-6", at = "H5", facing = "H4/I4" }},
  {{ id = "t", side = "us", at = "L5", facing = "L4/M4", {TANK} }},
  {{ id = "x", side = "de", kind = "squad", values = "1-6-4-5", at = "D3", markers = ["fired"] }},
  {{ id = "y", side = "de", kind = "squad", values = "1-6-4-5", at = "H3", markers = ["fired"] }},
  {{ id = "z", side = "de", kind = "squad", values = "1-6-4-5", at = "L3", markers = ["fired"] }},
]
"""
DICE = 'dice = [{ for = "attack", roll = [1] }, { for = "defence", roll = [6] }]\n[[step]]\nby = "us"\n'


@pytest.mark.parametrize(
    ("step", "key"),
    [
        ('do = "fire"\nunits = ["a"]\nat = "D3"\nifp = false', "ifp"),
        ('do = "fire"\nunits = ["a"]\nat = "D3"\ncrew = ["b"]', "crew"),
        ('do = "fire"\nunits = ["a"]\nat = "D3"\npivot = "hull"', "pivot"),
        ('do = "fire"\nunits = ["t"]\nat = "L3"\npivot = "hull"', "pivot"),
        ('do = "move"\nunits = ["a"]\npath = ["D6"]\nentry_edge = "north"', "entry_edge"),
        ('ask = "tally"\nof = "spot"\nunit = "a"\nat = "D3"\nfrom = "D6"', "from"),
        ('ask = "tally"\nof = "fire"\nunits = ["a"]\nat = "D3"\nmode = "low_crawl"', "mode"),
        ('ask = "tally"\nof = "fire"\nunits = ["a"]\nat = "D3"\ncommand = "shoot"', "command"),
    ],
)
def test_keys_that_mean_nothing(step: str, key: str) -> None:
    """A key that does nothing where it stands is named in the message."""
    assert f".{key}: " in fails(PLACE + DICE + step)


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        ('command = "fire"\nunits = ["m"]\nat = "H3"\nmode = "assault_fire"', "6.1.1"),
        ('command = "fire"\nunits = ["m"]\nat = "H3"\nmode = "hit_and_run"', "6.7"),
        ('command = "fire"\nunits = ["t"]\nat = "L3"\nmode = "hit_and_run"', "6.7"),
        ('command = "fire"\nunits = ["a"]\nat = "D3"\nmode = "assault"', "6.1.1"),
        ('command = "overrun"\nunit = "t"\nat = "L4"\ntarget = "y"', "15.3"),
        ('command = "close_assault"\nunits = ["a"]\ntarget = "t"\nat = "D3"', "17.1"),
    ],
)
def test_keys_that_are_not_allowed(step: str, rule: str) -> None:
    """A key that asks for what the units cannot do is refused by its section."""
    report = run(f'{PLACE}[[step]]\nask = "may"\n{step}\nexpect = {{ legal = false, rule = "{rule}" }}')
    assert report.status == "passed"

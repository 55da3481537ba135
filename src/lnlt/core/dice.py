"""Dice: the only source of chance. Every roll has a purpose and ends up in the log.

A generator state is one 64-bit int kept in the game state, so cloning a game costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from hashlib import blake2b
from itertools import takewhile
from typing import Protocol, TypeVar

from lnlt.core.errors import LnltError

Faces = tuple[int, ...]
_MASK = (1 << 64) - 1


class DiceError(LnltError):
    """Scripted or recorded dice that do not fit what the game asks for."""


class DiceNeeded(Exception):
    """Raised by NO_DICE: an exploration has come to a die."""

    def __init__(self, purpose: str) -> None:
        super().__init__(purpose)
        self.purpose = purpose


class Dice(Protocol):
    """Where rolls come from. `rng` is the generator state; it comes back changed or as it was."""

    def roll(self, rng: int, count: int, sides: int, purpose: str) -> tuple[Faces, int]:
        """Roll `count` dice with `sides` sides."""
        ...

    def draw(self, rng: int, items: Sequence[str], purpose: str) -> tuple[int, int]:
        """Draw one of the items; returns its position."""
        ...


def _next(rng: int) -> tuple[int, int]:
    """One step of the splitmix64 generator: (64 random bits, new state)."""
    rng = (rng + 0x9E3779B97F4A7C15) & _MASK
    z = rng
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31), rng


def seed_state(seed: int | str) -> int:
    """A well-mixed generator state from any seed, in time that grows with its length; a negative number is a text."""
    if isinstance(seed, int) and seed >= 0:
        data = seed.to_bytes((seed.bit_length() + 7) // 8, "big")
    else:
        data = str(seed).encode().lstrip(b"\0")
    state = 0x6C6E6C74
    for end in range(len(data), 0, -8) if data else (0,):
        state, _ = _next(state ^ int.from_bytes(data[max(0, end - 8) : end], "big"))
    return state


class SeededDice:
    """Rolls from the generator state in the game state."""

    def roll(self, rng: int, count: int, sides: int, purpose: str) -> tuple[Faces, int]:  # noqa: ARG002
        """Uniform faces; the bias of taking 64 bits modulo a small number is below 1e-18."""
        faces = []
        for _ in range(count):
            bits, rng = _next(rng)
            faces.append(bits % sides + 1)
        return tuple(faces), rng

    def draw(self, rng: int, items: Sequence[str], purpose: str) -> tuple[int, int]:  # noqa: ARG002
        """Uniform choice."""
        bits, rng = _next(rng)
        return bits % len(items), rng


SEEDED = SeededDice()


class SecretDice:
    """Rolls that follow from a secret: who knows the generator state alone cannot foresee them.

    The generator moves on as it does when recorded dice are rolled again, so records replay as any others.
    """

    def __init__(self, secret: str) -> None:
        self._key = blake2b(secret.encode()).digest()

    def _own(self, rng: int) -> int:
        return int.from_bytes(blake2b(rng.to_bytes(8, "big"), key=self._key, digest_size=8).digest(), "big")

    def roll(self, rng: int, count: int, sides: int, purpose: str) -> tuple[Faces, int]:
        """Uniform faces."""
        faces, _ = SEEDED.roll(self._own(rng), count, sides, purpose)
        for _ in range(count):
            _, rng = _next(rng)
        return faces, rng

    def draw(self, rng: int, items: Sequence[str], purpose: str) -> tuple[int, int]:
        """Uniform choice."""
        position, _ = SEEDED.draw(self._own(rng), items, purpose)
        return position, _next(rng)[1]


class NoDice:
    """Refuses to roll: for explorations that end at the first die."""

    def roll(self, rng: int, count: int, sides: int, purpose: str) -> tuple[Faces, int]:  # noqa: ARG002
        """Always raises DiceNeeded."""
        raise DiceNeeded(purpose)

    def draw(self, rng: int, items: Sequence[str], purpose: str) -> tuple[int, int]:  # noqa: ARG002
        """Always raises DiceNeeded."""
        raise DiceNeeded(purpose)


NO_DICE = NoDice()


SAME_PURPOSE = {"starshell": "random", "scatter": "random", "crew": "bailout"}
"""Other names of rolls in a script: the crew of a vehicle may bail out, too (15.4)."""
BESIDE_CREW = frozenset({"damage check", "hero creation", "hero", "skill", "bailout", "crew"})
"""Q-580: rolls of a lost vehicle's passengers, before or after which the die of its crew may be written down."""


class ScriptedDice:
    """Rolls written down beforehand, each for a named purpose; a wrong purpose or count is an error."""

    def __init__(self, script: Sequence[tuple[str, Faces | str]]) -> None:
        self.script = tuple(script)
        self.used = 0
        self.second: Faces = ()
        """13.0: of two different dice of a Melee that are written down as one roll, the second."""
        self.also: dict[str, str] = {}
        """What rolls may be called besides, for a time."""

    @contextmanager
    def called(self, purpose: str, other: str) -> Iterator[None]:
        """Meanwhile rolls for a purpose may be written down for another, too."""
        before, self.also = self.also, {**self.also, purpose: other}
        try:
            yield
        finally:
            self.also = before

    def is_next(self, purpose: str) -> bool:
        """Whether the next roll is written down for a purpose, or for what else it may be called."""
        wanted = self.script[self.used][0] if self.used < len(self.script) else ""
        return wanted in (purpose, SAME_PURPOSE.get(purpose), self.also.get(purpose))

    def _crew_next(self) -> None:
        """Q-580: the die of a crew before those of its passengers: the one called so, else the first to bail out."""
        found = list(takewhile(BESIDE_CREW.__contains__, (purpose for purpose, _ in self.script[self.used :])))
        name = "crew" if "crew" in found else "bailout"
        if name in found:
            first, last = self.used, self.used + found.index(name)
            moved = (self.script[last], *self.script[first:last])
            self.script = (*self.script[:first], *moved, *self.script[last + 1 :])

    def _take(self, purpose: str, what: str) -> Faces | str:
        if self.used >= len(self.script):
            raise DiceError(f"no die left: the game rolls {what} for {purpose!r}", f"dice[{self.used}]")
        if purpose == "crew":
            self._crew_next()
        wanted, value = self.script[self.used]
        if not self.is_next(purpose):
            raise DiceError(f"scripted for {wanted!r}, but the game rolls for {purpose!r}", f"dice[{self.used}]")
        self.used += 1
        return value

    def roll(self, rng: int, count: int, sides: int, purpose: str) -> tuple[Faces, int]:
        """The next scripted faces."""
        value: Faces | str
        if self.second and purpose == "melee":
            value, self.second = self.second, ()
        else:
            value = self._take(purpose, f"{count}d{sides}")
            if purpose == "melee" and count == 1 and len(value) == 2 and not isinstance(value, str):
                value, self.second = value[:1], value[1:]
        if isinstance(value, str) or len(value) != count or not all(1 <= f <= sides for f in value):
            raise DiceError(f"{value!r} is no roll of {count}d{sides} for {purpose!r}", f"dice[{self.used - 1}]")
        return value, rng

    def draw(self, rng: int, items: Sequence[str], purpose: str) -> tuple[int, int]:
        """The scripted pick, by name; a Hero nobody has picked, or picked as "hero", is the first there is."""
        if purpose == "hero" and not self.is_next("hero"):
            return 0, rng
        value = self._take(purpose, "a draw")
        if purpose == value == "hero":
            return 0, rng
        if not isinstance(value, str) or value not in items:
            raise DiceError(f"{value!r} is not among {', '.join(items)}", f"dice[{self.used - 1}]")
        return items.index(value), rng

    def finish(self) -> None:
        """Fails if dice are left over."""
        if self.used < len(self.script):
            purpose, value = self.script[self.used]
            raise DiceError(f"left over: {value!r} for {purpose!r}", f"dice[{self.used}]")


class RecordedDice:
    """Rolls of a game record: faces (or the position of a draw) in order, without purposes."""

    def __init__(self, rolls: Sequence[Sequence[int]]) -> None:
        self.rolls = tuple(tuple(r) for r in rolls)
        self.used = 0

    def _take(self, purpose: str) -> Faces:
        if self.used >= len(self.rolls):
            raise DiceError(f"the record has no roll for {purpose!r}")
        self.used += 1
        return self.rolls[self.used - 1]

    def roll(self, rng: int, count: int, sides: int, purpose: str) -> tuple[Faces, int]:
        """The next recorded faces; the generator moves on as it did when they were rolled."""
        faces = self._take(purpose)
        if len(faces) != count or not all(1 <= f <= sides for f in faces):
            raise DiceError(f"recorded {faces!r} is no roll of {count}d{sides} for {purpose!r}")
        for _ in range(count):
            _, rng = _next(rng)
        return faces, rng

    def draw(self, rng: int, items: Sequence[str], purpose: str) -> tuple[int, int]:
        """The recorded draw."""
        faces = self._take(purpose)
        if len(faces) != 1 or not 0 <= faces[0] < len(items):
            raise DiceError(f"recorded {faces!r} is no draw from {len(items)} for {purpose!r}")
        return faces[0], _next(rng)[1]

    def finish(self) -> None:
        """Fails if rolls are left over."""
        if self.used < len(self.rolls):
            raise DiceError(f"the record has {len(self.rolls) - self.used} rolls too many")


class Branch(Exception):
    """Raised by PathDice: a roll that is still open, with all the ways it can fall."""

    def __init__(self, ways: Sequence[Faces | int]) -> None:
        super().__init__()
        self.ways = ways


class PathDice:
    """Follows one path of decided rolls and stops at the first open one."""

    def __init__(self, path: Sequence[Faces | int]) -> None:
        self.path = path
        self.used = 0

    def _take(self, ways: Callable[[], Sequence[Faces | int]]) -> Faces | int:
        if self.used == len(self.path):
            raise Branch(ways())
        self.used += 1
        return self.path[self.used - 1]

    def roll(self, rng: int, count: int, sides: int, purpose: str) -> tuple[Faces, int]:  # noqa: ARG002
        value = self._take(lambda: list(all_faces(count, sides)))
        assert isinstance(value, tuple)
        return value, rng

    def draw(self, rng: int, items: Sequence[str], purpose: str) -> tuple[int, int]:  # noqa: ARG002
        return self.pick(len(items)), rng

    def pick(self, count: int) -> int:
        """One of several things with equal chances: without it, dice that are rolled again would never end."""
        value = self._take(lambda: list(range(count)))
        assert isinstance(value, int)
        return value


def all_faces(count: int, sides: int) -> Iterator[Faces]:
    """Every ordered result of so many dice."""
    if count == 0:
        yield ()
        return
    for rest in all_faces(count - 1, sides):
        for face in range(1, sides + 1):
            yield (*rest, face)


Result = TypeVar("Result")


def enumerate_rolls(play: Callable[[Dice], Result]) -> Iterator[tuple[Fraction, Result]]:
    """Play out every way the dice can fall: (probability, result) for each. `play` must depend on its dice only.

    >>> sum(p for p, total in enumerate_rolls(lambda d: sum(d.roll(0, 2, 6, "x")[0])) if total >= 11)
    Fraction(1, 12)
    """
    todo: list[tuple[Fraction, tuple[Faces | int, ...]]] = [(Fraction(1), ())]
    while todo:
        chance, path = todo.pop()
        try:
            yield chance, play(PathDice(path))
        except Branch as branch:
            share = chance / len(branch.ways)
            todo.extend((share, (*path, way)) for way in branch.ways)

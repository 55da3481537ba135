"""Records from outside: what they name is looked for in themselves and in what is shipped, nowhere else."""

from __future__ import annotations

import builtins
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from msgspec import inspect

import lnlt
from cli_helpers import Lnlt
from lnlt import engine
from lnlt.content import saves
from lnlt.content.disk import cache_folder
from lnlt.content.files import shipped
from lnlt.core.errors import LnltError, RecordError
from lnlt.core.record import Header, parse_header
from lnlt.matches import new_match, open_match
from table_helpers import at_table, serving

ODD_NAMES = (
    "../maps/15",
    "/etc/passwd",
    "..",
    ".",
    "",
    "15\0",
    "a" * 3_900,
    "..\\maps\\15",
    "~/map.toml",
    "%2e%2e/15",
    "C:\\map.toml",
)


@pytest.fixture(name="command")
def _command(lnlt: Lnlt) -> Lnlt:
    """The command line."""
    return lnlt


def header(**changes: Any) -> dict[str, Any]:
    """The header of a record as plain data, some of its set-up replaced."""
    raw: dict[str, Any] = msgspec.json.decode(new_match(engine.load("first-fight"), 1).text().splitlines()[0])
    raw["setup"].update(changes)
    return raw


def text_of(raw: dict[str, Any]) -> str:
    """A record without entries."""
    return msgspec.json.encode(raw).decode() + "\n"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every file that is opened or looked for, outside of what is shipped and what belongs to Python."""
    found: list[str] = []

    def watch(module: Any, name: str) -> None:
        real = getattr(module, name)

        def watched(file: Any, *rest: Any, **more: Any) -> Any:
            found.append(os.fsdecode(file) if isinstance(file, str | bytes | os.PathLike) else "")
            return real(file, *rest, **more)

        monkeypatch.setattr(module, name, watched)

    for module, name in (
        (builtins, "open"),
        (io, "open"),
        (os, "open"),
        (os, "stat"),
        (os, "listdir"),
        (os, "scandir"),
    ):
        watch(module, name)
    return found


@pytest.mark.parametrize("place", ["map", "overlay", "era", "id"])
@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_open_nothing(tmp_path: Path, opened: list[str], place: str, name: str) -> None:
    """A map, overlay, era or id with an odd name is refused, and no file of that name is looked for."""
    board = {"maps": [{"map": name if place == "map" else "15"}], "overlays": [name] if place == "overlay" else []}
    changes: dict[str, Any] = {"board": board}
    if place in ("era", "id"):
        changes[place] = name
    path = tmp_path / "record.jsonl"
    path.write_text(text_of(header(**changes)))
    opened.clear()
    with pytest.raises(LnltError):
        open_match(path)
    ours = (str(path), str(Path(lnlt.__file__).parent), str(cache_folder()), sys.prefix, sys.base_prefix)
    assert [one for one in opened if not one.startswith(ours)] == []


@pytest.fixture
def near() -> Iterator[Path]:
    """A folder with a short name: messages cut long ones."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


def test_answers_tell_nothing_of_the_disk(tmp_path: Path, near: Path) -> None:
    """The same is said of a map that is not there, of one that is no map and of one that is."""
    there, secret = near / "there.toml", near / "secret.toml"
    there.write_text(shipped("maps", "15.toml").read_text())
    secret.write_text("password = ")
    said = set()
    for name in (there, secret, near / "none.toml", near):
        path = tmp_path / "record.jsonl"
        path.write_text(text_of(header(board={"maps": [{"map": str(name)}]})))
        with pytest.raises(LnltError) as problem:
            open_match(path)
        said.add(problem.value.reason.replace(str(name), "…"))
    assert len(said) == 1


@at_table
async def test_the_server_tells_nothing_of_the_disk(tmp_path: Path, near: Path) -> None:
    """Over HTTP, too, all maps that are not shipped are refused in the same words."""
    (near / "secret.toml").write_text("password = ")
    async with serving(tmp_path) as table:
        said = set()
        for name in ("secret.toml", "none.toml"):
            record = text_of(header(board={"maps": [{"map": str(near / name)}]}))
            answer = await table.http.post("/api/games/import", json={"record": record})
            assert (answer.status_code, answer.json()["error"]) == (409, "bad_record")
            said.add(answer.text.replace(name, "…"))
        assert len(said) == 1


def test_maps_of_ones_own_travel_along(tmp_path: Path, command: Lnlt) -> None:
    """A game on a map beside its scenario is saved with the map: it goes on when the files are gone."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "field.toml").write_text(shipped("maps", "15.toml").read_text())
    (own / "mud.toml").write_text('[terrain.clear]\nname = "Mud"\n')
    scenario = shipped("scenarios", "first-fight.toml").read_text().replace('map = "15"', 'map = "field.toml"')
    (own / "own.toml").write_text(scenario + '\n[board]\noverlays = ["mud.toml"]\n')
    game = engine.load(str(own / "own.toml"))
    assert game.setup.board.maps[0].map == "field"
    assert game.board.chart.terrains["clear"].name == "Mud"
    path = tmp_path / "game.jsonl"
    match = new_match(game, 1)
    assert str(tmp_path) not in match.text()
    saves.save(path, match)
    for file in own.iterdir():
        file.unlink()
    again, problem = open_match(path)
    assert problem is None
    assert again.game.board.names == game.board.names
    assert again.game.board.chart.terrains["clear"].name == "Mud"
    assert command("replay", str(path), "--check")[0] == 0


@pytest.mark.parametrize("name", ["x" * 30_000, "no/such/file"])
def test_file_names_nobody_can_have(command: Lnlt, name: str) -> None:
    """A file that is not there, or whose name has 30 kB, is one clear line for every command that takes one."""
    for words in (
        ("replay", name),
        ("play", "--load", name),
        ("play", f"{name}.toml"),
        ("los", f"{name}.toml", "A1", "B1"),
        ("check", f"{name}.toml"),
        *([] if "/" in name else [("play", "--save", name)]),
    ):
        code, _, err = command(*words)
        assert code == 2, (words[0], err[-300:])
        assert "internal error" not in err


def bounded(kind: inspect.Type, path: tuple[Any, ...], seen: tuple[type, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths of all texts, numbers, lists and tables of a type."""
    if isinstance(kind, inspect.StructType):
        if kind.cls not in seen:
            for field in kind.fields:
                yield from bounded(field.type, (*path, field.encode_name), (*seen, kind.cls))
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from bounded(one, path, seen)
    elif isinstance(kind, inspect.StrType):
        yield (*path, "x" * 4_001)
    elif isinstance(kind, inspect.IntType | inspect.FloatType):
        yield (*path, 10_001)
    elif isinstance(kind, inspect.DictType):
        yield (*path, {f"k{n}": 0 for n in range(2_501)})
        yield (*path, {"x" * 201: 0})
        yield from bounded(kind.value_type, (*path, "k"), seen)
    elif isinstance(kind, inspect.VarTupleType | inspect.FrozenSetType | inspect.ListType):
        yield (*path, [0] * 2_501)
        yield from bounded(kind.item_type, (*path, 0), seen)
    elif isinstance(kind, inspect.TupleType):
        for one in kind.item_types:
            yield from bounded(one, (*path, 0), seen)


def test_every_field_of_a_record_has_a_bound() -> None:
    """Whatever field of a header is too long, too large or too deep is refused before anything is made of it."""
    raw = header()
    found = [path for path in bounded(inspect.type_info(Header), ()) if path[0] not in ("seed", "record", "format")]
    assert len(found) > 300
    for *path, value in found:
        made: Any = value
        for step in reversed(path[1:]):
            made = {step: made} if isinstance(step, str) else [made]
        with pytest.raises(RecordError, match=r"has (a|more than) "):
            parse_header(text_of({**raw, path[0]: made}).encode(), "test")
    deep: Any = 0
    for _ in range(17):
        deep = [deep]
    for bad, reason in (({**raw, "players": deep}, "levels"), ({**raw, "seed": "x" * 201}, "seed has at most")):
        with pytest.raises(RecordError, match=reason):
            parse_header(text_of(bad).encode(), "test")
    for line in (b'{"record":' + b"[" * 90_000, b'{"record":' + b"9" * 90_000 + b"}", b'"' + b"\\u0000" * 9_000 + b'"'):
        with pytest.raises(RecordError):
            parse_header(line, "test")

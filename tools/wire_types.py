"""Writes web/src/wire.ts: the client's types and defaults, made from the server's message definitions.

`python tools/wire_types.py` writes, `--check` only compares."""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as mi

from lnlt.server import messages, shapes

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "web" / "src" / "wire.ts"
OUTGOING = {"NewGame", "ImportGame", "SeatWish", "Hello", "Give", "Undo", "StandingOrders", "Ask"}
"""What the client writes: fields with a default may be left out. What it reads is completed by `fill`."""
UNIONS = ("FromServer", "FromClient")

HEAD = """// Made by tools/wire_types.py from the server's message definitions: do not edit.

/** A command as the server writes it: handed back unread. */
export type Command = Record<string, unknown>;
"""

FILL = """
type Plain = Record<string, unknown>;

/** Puts the defaults in that the server leaves out, all the way down. */
export function fill<K extends keyof Shapes>(shape: K, value: unknown): Shapes[K] {
  return complete(shape, value) as Shapes[K];
}

function complete(shape: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => complete(shape, one));
  if (value === null || typeof value !== "object") return value;
  const [defaults, inner] = TABLE[shape]!;
  const made: Plain = { ...defaults, ...(value as Plain) };
  for (const key in inner) if (key in made) made[key] = complete(inner[key]!, made[key]);
  return made;
}
"""


def structs() -> dict[str, type[msgspec.Struct]]:
    """All wire structs by name, in the order they are written."""
    found: dict[str, type[msgspec.Struct]] = {}
    for module in (shapes, messages):
        for name, value in vars(module).items():
            if inspect.isclass(value) and issubclass(value, shapes.Struct) and value is not shapes.Struct:
                found.setdefault(name, value)
    return found


def ts(kind: mi.Type) -> str:
    """The TypeScript type of a field."""
    match kind:
        case mi.StructType():
            return kind.cls.__name__
        case mi.UnionType():
            return " | ".join(ts(one) for one in kind.types)
        case mi.VarTupleType() | mi.ListType():
            item = ts(kind.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case mi.TupleType():
            return f"[{', '.join(ts(one) for one in kind.item_types)}]"
        case mi.DictType():
            return "Command" if isinstance(kind.value_type, mi.AnyType) else f"Record<string, {ts(kind.value_type)}>"
        case mi.LiteralType():
            return " | ".join(json.dumps(value) for value in kind.values)
        case mi.StrType():
            return "string"
        case mi.IntType() | mi.FloatType():
            return "number"
        case mi.BoolType():
            return "boolean"
        case mi.NoneType():
            return "null"
    raise SystemExit(f"no TypeScript for {kind!r}")


def inner(kind: mi.Type) -> str:
    """Name of the struct inside a field, empty if there is none."""
    match kind:
        case mi.StructType():
            return kind.cls.__name__
        case mi.UnionType():
            return next((name for one in kind.types if (name := inner(one))), "")
        case mi.VarTupleType() | mi.ListType():
            return inner(kind.item_type)
    return ""


def unset(field: mi.Field) -> bool:
    """Whether an absent field has no value at all."""
    return not field.required and field.default is field.default_factory is msgspec.NODEFAULT


def default(field: mi.Field) -> Any:
    """The default of an optional field as JSON."""
    value = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return json.loads(msgspec.json.encode(value))


def comment(text: str | None, indent: str = "") -> str:
    """A doc comment."""
    words = " ".join((text or "").split())
    return f"{indent}/** {words} */\n" if words else ""


def generate() -> str:
    """The whole file."""
    out = [HEAD]
    table: list[str] = []
    read: list[str] = []
    for name, cls in structs().items():
        info = mi.type_info(cls)
        assert isinstance(info, mi.StructType)
        lines = [f'  {info.tag_field}: "{info.tag}";'] if info.tag_field else []
        for field in info.fields:
            mark = "?" if unset(field) or (name in OUTGOING and not field.required) else ""
            lines.append(f"  {field.encode_name}{mark}: {ts(field.type)};")
        out.append(f"{comment(cls.__doc__)}export interface {name} {{\n" + "\n".join(lines) + "\n}\n")
        if name in OUTGOING:
            continue
        read.append(f"  {name}: {name};")
        defaults = {f.encode_name: default(f) for f in info.fields if not f.required and not unset(f)}
        nested = {f.encode_name: inner(f.type) for f in info.fields if inner(f.type)}
        table.append(f"  {name}: [{json.dumps(defaults)}, {json.dumps(nested)}],")
    for name in UNIONS:
        members = " | ".join(one.__name__ for one in getattr(messages, name).__args__)
        out.append(f"export type {name} = {members};\n")
    out.append("export interface Shapes {\n" + "\n".join(read) + "\n}\n")
    out.append("const TABLE: Record<string, [Plain, Record<string, string>]> = {\n" + "\n".join(table) + "\n};")
    return "\n".join(out) + FILL


def main() -> None:
    """Writes the file, or says that it is stale."""
    text = generate()
    if "--check" in sys.argv:
        if not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != text:
            raise SystemExit("web/src/wire.ts is stale: python tools/wire_types.py")
        return
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

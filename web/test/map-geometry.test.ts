import { expect, test } from "vitest";
import { bigBoard, boardOf, hex } from "../src/map/demo/boards";
import { piece, positionOf } from "../src/map/demo/counters";
import {
  CORNERS,
  H,
  hexOf,
  inside,
  layerOf,
  outline,
  rowsIn,
  scatter,
  scene,
  seeded,
  step,
} from "../src/map/geometry";
import { contents, fan, groups } from "../src/map/stacks";

const s = scene(bigBoard(7, 6));

test("hexes come out regular and meet their six neighbours", () => {
  for (const h of s.hexes) {
    h.near.forEach((other, d) => {
      if (!other) return;
      expect(Math.hypot(other.x - h.x, other.y - h.y)).toBeCloseTo(2 * H, 0);
      expect(other.near[(d + 3) % 6]).toBe(h);
    });
  }
  expect(s.by.get("C3")!.near.filter(Boolean)).toHaveLength(6);
});

test("a grid of unequal units is drawn like one of equal units", () => {
  const even = bigBoard(5, 4);
  const odd = {
    ...even,
    hexes: even.hexes.map((h) => ({ ...h, y: h.y / Math.sqrt(3), radius: h.radius / Math.sqrt(3) })),
  };
  const [a, b] = [scene(even), scene(odd)];
  a.hexes.forEach((h, i) => {
    expect(b.hexes[i]!.x).toBeCloseTo(h.x, 3);
    expect(b.hexes[i]!.y).toBeCloseTo(h.y, 3);
    expect(b.hexes[i]!.foot[0]![0]).toBeCloseTo(h.foot[0]![0], 3);
  });
});

test("half hexes are cut at the edge of the sheet", () => {
  const t = scene(
    boardOf([hex(0, 0, "clear", { half: true }), hex(0, 1, "clear"), hex(0, 2, "clear", { half: true })]),
  );
  expect(t.hexes.map((h) => h.cut)).toEqual(["top", "", "bottom"]);
  expect(t.sheet[1]).toBeCloseTo(t.hexes[0]!.y, 5);
  expect(t.sheet[1] + t.sheet[3]).toBeCloseTo(t.hexes[2]!.y, 5);
});

test("arrow keys lead there and back", () => {
  for (const h of s.hexes) {
    const down = step(h, "ArrowDown");
    if (down) expect(step(down, "ArrowUp")).toBe(h);
    const right = step(h, "ArrowRight");
    if (right) {
      expect(right.column).toBe(h.column + 1);
      expect(right.row).toBe(h.row);
      expect(step(right, "ArrowLeft")).toBe(h);
    }
  }
  expect(step(s.hexes[0]!, "x")).toBeUndefined();
});

test("every hex is in exactly one row, rows go from left to right", () => {
  expect(s.rows.flat()).toHaveLength(s.hexes.length);
  for (const row of s.rows) expect(row.map((h) => h.column)).toEqual(row.map((_, i) => i));
});

test("rows and scattered points keep to their polygon", () => {
  const shape = [
    [-30, -10],
    [0, -35],
    [34, 0],
    [10, 30],
    [-25, 22],
  ] as const;
  for (const angle of [0, 0.5, 1.2, 2.6]) {
    const rows = rowsIn(shape, 7, angle, 2);
    expect(rows.length).toBeGreaterThan(3);
    for (const [a, b] of rows) for (const q of [a, b]) expect(inside(shape, q[0], q[1])).toBe(true);
  }
  const spots = scatter(shape, 12, 9, 5, seeded("x"));
  expect(spots.length).toBeGreaterThan(5);
  for (const [x, y] of spots) expect(inside(shape, x, y, 5)).toBe(true);
  spots.forEach(([x, y], i) => {
    for (const [u, v] of spots.slice(i + 1)) expect(Math.hypot(x - u, y - v)).toBeGreaterThanOrEqual(9);
  });
});

test("a region has one closed outline, a hole has another", () => {
  const count = (d: string) => [d.match(/M/g)?.length ?? 0, d.match(/Z/g)?.length ?? 0];
  const c3 = s.by.get("D3")!;
  expect(count(outline(s.hexes, (h) => h === c3))).toEqual([1, 1]);
  expect(count(outline(s.hexes, (h) => c3.near.includes(h)))).toEqual([2, 2]);
  expect(outline(s.hexes, () => false)).toBe("");
  expect(outline(s.hexes, (h) => h === c3).match(/Q/g)).toHaveLength(6);
  expect(outline(s.hexes, (h) => h === c3, false)).not.toContain("Q");
  expect(CORNERS).toHaveLength(6);
});

test("places have a hex and a layer", () => {
  expect([hexOf("H6/upper"), layerOf("H6/upper"), hexOf("AA10"), layerOf("AA10")]).toEqual([
    "H6",
    "upper",
    "AA10",
    "",
  ]);
});

test("contents gather counters, weapons, marks and control, and change their key only when something changes", () => {
  const base = positionOf(
    [
      piece("a", "squad", 0, "C3"),
      piece("b", "leader", 0, "C3/upper"),
      piece("gone", "squad", 0, "", { out: "eliminated" }),
    ],
    [{ id: "mg", name: "MG", kind: "machine_gun", values: "2-8", carrier: "a", at: "", side: 0, chips: [] }],
    [],
    { C4: 1 },
  );
  const there = contents(base);
  expect([...there.keys()].sort()).toEqual(["C3", "C4"]);
  expect(there.get("C3")!.pieces.map((q) => q.id)).toEqual(["a", "b"]);
  expect(
    there
      .get("C3")!
      .carried.get("a")!
      .map((w) => w.id),
  ).toEqual(["mg"]);
  expect(there.get("C4")!.control).toBe(1);
  expect(contents(structuredClone(base)).get("C3")!.key).toBe(there.get("C3")!.key);
  const moved = { ...base, pieces: base.pieces.map((q) => (q.id === "b" ? { ...q, shaken: true } : q)) };
  expect(contents(moved).get("C3")!.key).not.toBe(there.get("C3")!.key);
  expect(contents(moved).get("C4")!.key).toBe(there.get("C4")!.key);
});

test("a stack splits by layer and side; squads stand in front, single men behind", () => {
  const list = groups([
    piece("l", "leader", 0, "C3"),
    piece("q", "squad", 0, "C3"),
    piece("e", "squad", 1, "C3"),
    piece("u", "squad", 0, "C3/upper"),
  ]);
  expect(list.map((g) => [g.layer, g.side, g.spots.map((x) => x.piece.id)])).toEqual([
    ["", 0, ["l", "q"]],
    ["", 1, ["e"]],
    ["upper", 0, ["u"]],
  ]);
  const spots = list.flatMap((g) => [g.x, g.y].join());
  expect(new Set(spots).size).toBe(3);
});

test("in a fan no two counters overlap", () => {
  const many = Array.from({ length: 9 }, (_, i) => piece(`p${i}`, "squad", i % 2, i > 6 ? "C3/upper" : "C3"));
  const { rows, width, height } = fan(groups(many), true);
  const all = rows.flatMap((r) => r.spots);
  expect(all).toHaveLength(9);
  all.forEach((a, i) => {
    expect(Math.abs(a.x) + 28).toBeLessThan(width / 2 + 1);
    expect(Math.abs(a.y) + 28).toBeLessThan(height / 2 + 20);
    for (const b of all.slice(i + 1))
      expect(Math.abs(a.x - b.x) >= 56 || Math.abs(a.y - b.y) >= 56).toBe(true);
  });
});

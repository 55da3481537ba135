import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawBuildings } from "../src/map/buildings";
import { chipAt, isLight } from "../src/map/Counter";
import { boardOf, hex, terrainBoard } from "../src/map/demo/boards";
import { type Hex, inside, type Pt, scene, seeded } from "../src/map/geometry";
import { ground } from "../src/map/ground";
import { HEXSIDES } from "../src/map/hexsides";
import { Ink } from "../src/map/ink";
import { isSign } from "../src/map/marks";
import { SHAPES, silhouette, VEHICLES } from "../src/map/silhouettes";
import { MORE_SHAPES } from "../src/map/silhouettes-more";
import { SYMBOLS } from "../src/map/symbols";
import { bulky, drawTerrain, GROUND, TERRAIN } from "../src/map/terrain";
import { MORE_TERRAIN } from "../src/map/terrain-more";

const ART = { SYMBOLS, MORE_TERRAIN };
const ALL = { ...TERRAIN, ...MORE_TERRAIN };

// Style sheets come empty through the bundler of the tests, so they are read as files.
const css = ["map", "terrain", "marks", "symbols", "counters", "overlays"]
  .map((name) => readFileSync(new URL(`../src/map/${name}.css`, import.meta.url), "utf8"))
  .join("\n");
const tokens = readFileSync(new URL("../src/tokens.css", import.meta.url), "utf8");
const charts = Object.values(
  import.meta.glob<string>("../../src/lnlt/data/charts/*.toml", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
).join("\n");
const catalogs = Object.values(
  import.meta.glob<string>("../../src/lnlt/core/catalog.py", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
const sources = import.meta.glob<string>("../src/map/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const keys = (group: string): string[] => [
  ...new Set([...charts.matchAll(new RegExp(`^\\[${group}\\.(\\w+)\\]`, "gm"))].map((m) => m[1]!)),
];

/** Points a path goes through, as far as they bound it: ends of all its parts. */
function points(d: string): Pt[] {
  const out: Pt[] = [];
  let [x, y, sx, sy] = [0, 0, 0, 0];
  for (const [, op, rest] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const v = [...rest!.matchAll(/-?\d*\.?\d+/g)].map((m) => Number(m[0]));
    const take = { M: 2, L: 2, Q: 4, A: 7, C: 6, a: 7, q: 4, l: 2, h: 1, v: 1, t: 2, Z: 0 }[op!];
    if (take === undefined) throw new Error(`no ${op} in ${d}`);
    if (take === 0) [x, y] = [sx, sy];
    for (let i = 0; take > 0 && i + take <= v.length; i += take) {
      const part = v.slice(i, i + take);
      if (op === "h") x += part[0]!;
      else if (op === "v") y += part[0]!;
      else {
        const [u, w] = part.slice(-2) as [number, number];
        [x, y] = op === op!.toUpperCase() ? [u, w] : [x + u, y + w];
      }
      if (op === "M") [sx, sy] = [x, y];
      out.push([x, y]);
    }
  }
  return out;
}

const alone = (terrain: string, more: Parameters<typeof hex>[3] = {}): Hex =>
  scene(boardOf([hex(0, 0, terrain, more), hex(2, 0, "clear"), hex(2, 1, "clear")])).hexes[0]!;

test("every terrain of the charts has a drawing", () => {
  expect(keys("terrain").length).toBeGreaterThan(30);
  expect(keys("terrain").filter((key) => !(key in ALL))).toEqual([]);
});

test("every hexside of the charts has a drawing", () => {
  expect(keys("hexsides").length).toBeGreaterThan(8);
  expect(keys("hexsides").filter((key) => !(key in HEXSIDES))).toEqual([]);
});

test("every counter of the charts has a symbol, and lies in the hex rather than at its corner", () => {
  expect(keys("counters").length).toBeGreaterThan(15);
  expect(keys("counters").filter((key) => !(key in SYMBOLS) || isSign(key))).toEqual([]);
  for (const kind of ["spotted", "melee", "victory", "event_1"]) expect(isSign(kind)).toBe(true);
});

test("every kind of unit has a silhouette of its own", () => {
  const catalog = catalogs.join();
  const found = [...catalog.matchAll(/(?:MMC|SMC|VEHICLE|AIR)_KINDS = frozenset\(\s*(\{[\s\S]*?\})\s*\)/g)];
  const kinds = found.flatMap((m) => [...m[1]!.matchAll(/"(\w+)"/g)].map((k) => k[1]!));
  const all = { ...SHAPES, ...MORE_SHAPES };
  expect(kinds).toContain("piper");
  expect(silhouette("squad")).toBe(SHAPES.squad);
  expect(silhouette("piper")).toHaveLength(1); // a man, until its drawing has come
  expect(kinds.filter((kind) => !(kind in all) && !VEHICLES.has(kind))).toEqual([]);
  const shapes = new Set(kinds.filter((k) => k !== "vehicle").map((k) => JSON.stringify(all[k])));
  expect(shapes.size).toBeGreaterThan(15);
});

test.each(Object.keys(ALL).filter(bulky))("%s stays inside its footprint", (terrain) => {
  const square: [number, number][] = [
    [-1.1, -0.9],
    [1.2, -0.8],
    [0.9, 1],
    [-1, 1.1],
  ];
  for (const more of [{}, { radius: 1.04 }, { radius: 0, shape: square }, { floors: 2 }]) {
    const h = alone(terrain, more);
    const ink = new Ink();
    drawTerrain(ink, h, MORE_TERRAIN);
    drawBuildings(ink, [h]);
    const bodies = [
      ...ink.markup().matchAll(/class="(?!shade|road|sleepers|rails)[^"]*" d="([^"]*)"/g),
    ].flatMap((m) => points(m[1]!));
    const out = bodies.filter(([x, y]) => {
      const [u, v] = [x - h.x, y - h.y];
      return (
        !inside(h.foot, u, v) &&
        !inside(
          h.foot.map(([a, b]) => [a * 1.14, b * 1.14] as const),
          u,
          v,
        )
      );
    });
    expect(out.map(([x, y]) => [Math.round(x - h.x), Math.round(y - h.y)])).toEqual([]);
  }
});

test("terrain without a drawing is hatched and named", () => {
  const markup = ground(scene(boardOf([hex(0, 0, "moon_dust"), hex(0, 1, "clear")])), ART);
  expect(markup).toContain(">moon dust</text>");
  expect(markup).toContain('class="unknown"');
});

test("names in the markup are escaped", () => {
  const markup = ground(scene(boardOf([hex(0, 0, "<b>&", { name: 'A"1' })])), ART);
  expect(markup).not.toContain("<b>");
  expect(markup).toContain("&#60;b&#62;&#38;");
});

test("a board is drawn the same each time, and within reason", () => {
  const s = scene(terrainBoard());
  const one = ground(s, ART);
  expect(ground(scene(terrainBoard()), ART)).toBe(one);
  expect(one).not.toContain("NaN");
  expect(one).not.toContain("undefined");
  expect(Object.keys(GROUND).every((key) => one.includes(`class="ground ${GROUND[key]}"`))).toBe(true);
});

test("seeds differ by name and stay below one", () => {
  const a = seeded("A1");
  const b = seeded("A2");
  const first = Array.from({ length: 50 }, a);
  expect(first).not.toEqual(Array.from({ length: 50 }, b));
  expect(first.every((v) => v >= 0 && v < 1)).toBe(true);
  expect(first).toEqual(Array.from({ length: 50 }, seeded("A1")));
});

test("ink on a field is dark on light colours, light on dark ones", () => {
  for (const colour of ["#b8c878", "#fff", "#93a0b3"]) expect(isLight(colour)).toBe(true);
  for (const colour of ["#1f3b2a", "#000", "var(--side-0)"]) expect(isLight(colour)).toBe(false);
});

test("no colour is named outside the tokens", () => {
  const files = { ...sources, "map.css": css };
  expect(Object.keys(files).length).toBeGreaterThan(15);
  for (const [name, text] of Object.entries(files)) {
    const rest = text.replace(/url\(#[\w-]+\)|#\$\{|&#|#\(/g, "");
    expect([name, rest.match(/#[0-9a-f]{3,8}\b|rgb\(|hsl\(/gi)]).toEqual([name, null]);
  }
});

test("every token the map uses exists", () => {
  const made = ["c", "on"];
  const used = new Set(
    [...css.matchAll(/var\(--([\w-]+)/g)].map((m) => m[1]!).filter((name) => !made.includes(name)),
  );
  expect(used.size).toBeGreaterThan(60);
  expect([...used].filter((name) => !tokens.includes(`--${name}:`))).toEqual([]);
});

test("no kind of terrain is drawn twice", () => {
  expect(Object.keys(TERRAIN).filter((key) => key in MORE_TERRAIN)).toEqual([]);
});

test("what few maps have waits for its drawing and is not called unknown meanwhile", () => {
  const wet = scene(boardOf([hex(0, 0, "pool"), hex(0, 1, "clear")]));
  expect(ground(wet, null)).not.toContain("unknown");
  expect(ground(wet, ART)).toContain('class="basin"');
  const s = scene(boardOf([hex(0, 0, "clear", { features: ["trench"] }), hex(0, 1, "clear")]));
  expect(ground(s, null)).not.toContain("trench");
  expect(ground(s, ART)).toContain('class="trench"');
});

test("chips never lie on the word SHAKEN, nor on each other", () => {
  for (const count of [1, 2, 3]) {
    const rows = [...Array(count).keys()].map((i) => chipAt(i, count, true));
    expect(Math.max(...rows)).toBeLessThanOrEqual(-7.5 - 8); // the word is 15 high around the middle, a chip 16
    rows.forEach((y, i) => {
      if (i) expect(y - rows[i - 1]!).toBeGreaterThanOrEqual(16);
    });
  }
});

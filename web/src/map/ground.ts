/** The static map as SVG markup: built once per board, never touched again. */

import { drawBuildings } from "./buildings";
import { CORNERS, H, type Hex, outline, type Pt, p, poly, R, type Scene, STEPS, seeded } from "./geometry";
import { drawSide } from "./hexsides";
import { box, circle, Ink, Layer, line } from "./ink";
import { drawFeature, type Symbols } from "./marks";
import { type Draw, drawTerrain, GROUND } from "./terrain";

const has = (h: Hex, what: string): boolean => h.art.terrain === what || h.art.features.includes(what);

/** Hills and hollows: one tone per level, with a contour. */
function levels(ink: Ink, s: Scene): void {
  const all = s.hexes.map((h) => h.art.level);
  for (let k = 1; k <= Math.max(0, ...all); k++) {
    const d = outline(s.hexes, (h) => h.art.level >= k);
    ink.one(Layer.Ground, "contour-soft", d);
    ink.one(Layer.Ground, `hill l${Math.min(k, 5)}`, d);
  }
  for (let k = -1; k >= Math.min(0, ...all); k--) {
    const d = outline(s.hexes, (h) => h.art.level <= k);
    ink.one(Layer.Ground, `dip l${Math.min(-k, 3)}`, d);
  }
}

/** Ways through a hex: from side to side past the centre, or to the centre where it ends or forks. */
function ways(h: Hex, open: readonly number[]): string {
  const middle = (d: number): Pt => {
    const k = h.near[d] ? 0.5 : 1.2; // off the sheet where nothing follows
    return [h.x + STEPS[d]![0] * k, h.y + STEPS[d]![1] * k];
  };
  const to = (d: number) => p(...middle(d));
  if (open.length === 2) {
    const [a, b] = open as [number, number];
    return `M${to(a)}Q${p(h.x, h.y)} ${to(b)}`;
  }
  if (open.length > 2) {
    // Opposite sides run straight through, the others bend into their neighbour.
    let d = "";
    for (let i = 0; i < open.length; i++) {
      const a = open[i]!;
      const across = open.find((b) => (b - a + 6) % 6 === 3);
      if (across === undefined) d += `M${to(a)}L${p(h.x, h.y)}`;
      else if (a < across) d += `M${to(a)}L${to(across)}`;
    }
    return d;
  }
  return open.map((a) => `M${to(a)}L${p(h.x, h.y)}`).join("");
}

const joined = (h: Hex, what: string): number[] =>
  [0, 1, 2, 3, 4, 5].filter((d) => h.near[d] && has(h.near[d]!, what));

function roads(ink: Ink, s: Scene): void {
  for (const h of s.hexes) {
    const rim = h.art.road.length === 1 ? edgeWay(h, h.art.road[0]!) : [];
    const d = ways(h, [...h.art.road, ...rim]);
    if (d) {
      ink.path(Layer.Casing, "road-edge", d);
      ink.path(Layer.Road, "road", d);
    } else if (has(h, "road") || has(h, "bridge"))
      ink.path(Layer.Road, "road", line(h.x - 6, h.y, h.x + 6, h.y));
    if (has(h, "path"))
      ink.path(Layer.Road, "path", ways(h, joined(h, "path")) || line(h.x - 14, h.y, h.x + 14, h.y));
    if (has(h, "bridge")) bridge(ink, h);
    if (has(h, "railroad")) {
      const open = joined(h, "railroad");
      const rails =
        ways(h, open.length === 1 ? [...open, ...edgeWay(h, open[0]!)] : open) ||
        line(h.x - 30, h.y, h.x + 30, h.y);
      ink.path(Layer.Rail, "sleepers", rails);
      ink.one(Layer.Rail, "rails", rails);
      ink.one(Layer.Rail, "rails-gap", rails);
    }
  }
}

/** A road that ends at the rim of the sheet runs off it. */
function edgeWay(h: Hex, from: number): number[] {
  const off = [3, 2, 4].map((k) => (from + k) % 6).filter((d) => !h.near[d]);
  return off.slice(0, 1);
}

function bridge(ink: Ink, h: Hex): void {
  const d = h.art.road[0] ?? 1;
  const a = (d * Math.PI) / 3 - Math.PI / 2;
  const c = Math.cos(a);
  const n = Math.sin(a);
  ink.one(Layer.Rail, "deck", box(h.x, h.y, 70, 22, a));
  let planks = "";
  for (let u = -30; u <= 30; u += 6)
    planks += line(h.x + u * c - 10 * n, h.y + u * n + 10 * c, h.x + u * c + 10 * n, h.y + u * n - 10 * c);
  ink.one(Layer.Rail, "planks", planks);
  for (const v of [-12, 12]) {
    ink.path(
      Layer.Rail,
      "parapet",
      line(h.x - 37 * c - v * n, h.y - 37 * n + v * c, h.x + 37 * c - v * n, h.y + 37 * n + v * c),
    );
  }
}

/** Meadows: soft patches of another tone, so that open ground is not one flat sheet. */
function patches(ink: Ink, s: Scene): void {
  for (const h of s.hexes) {
    const rand = seeded(`${h.name} meadow`);
    const what = rand();
    if (what > 0.36) continue;
    const r = R * (0.9 + rand() * 1.1);
    ink.one(
      Layer.Ground,
      what < 0.22 ? "patch green" : "patch warm",
      circle(h.x + (rand() - 0.5) * R, h.y + (rand() - 0.5) * R, r),
    );
  }
}

/** Faint specks of the paper. */
function grain(ink: Ink, s: Scene): void {
  for (const h of s.hexes) {
    const rand = seeded(`${h.name} grain`);
    let d = "";
    for (let i = 0; i < 7; i++)
      d += `M${p(h.x + (rand() * 2 - 1) * R, h.y + (rand() * 2 - 1) * H)}h${rand() < 0.5 ? 1 : 2.2}`;
    ink.path(Layer.Ground, "grain", d);
  }
}

/** Drawings that come after the first picture. */
export interface Art {
  SYMBOLS: Symbols;
  MORE_TERRAIN: Readonly<Record<string, Draw>>;
}

/** Markup of everything printed on the map, as far as the drawings have come. */
export function ground(s: Scene, art: Art | null): string {
  const ink = new Ink();
  patches(ink, s);
  levels(ink, s);
  grain(ink, s);
  for (const [key, cls] of Object.entries(GROUND)) {
    const d = outline(
      s.hexes,
      (h) => h.art.terrain === key || (key === "river" && h.art.terrain === "ford"),
      key !== "soccer_field",
    );
    if (d) ink.one(Layer.Field, `ground ${cls}`, d);
  }
  for (const h of s.hexes) drawTerrain(ink, h, art?.MORE_TERRAIN ?? null);
  roads(ink, s);
  drawBuildings(ink, s.hexes);
  for (const side of s.sides) drawSide(ink, side);
  for (const h of s.hexes) {
    for (const feature of h.art.features) drawFeature(ink, h, feature, art?.SYMBOLS ?? null);
    if (h.art.playable) continue;
    ink.path(Layer.Grid, "off", poly(CORNERS, h.x, h.y));
  }
  for (const h of s.hexes) {
    ink.path(Layer.Grid, "grid", h.near[1] || h.near[2] || h.near[3] ? partial(h) : poly(CORNERS, h.x, h.y));
  }
  for (const h of s.hexes)
    ink.text(Layer.Text, "hex-id", h.x, h.cut === "top" ? h.y + 13 : h.y - H + 13, h.name);
  return ink.markup();
}

/** Three sides of a hex, and those without a neighbour: so that no line is drawn twice. */
function partial(h: Hex): string {
  let d = "";
  for (let i = 0; i < 6; i++) {
    if (i >= 3 && h.near[i]) continue;
    const [ax, ay] = CORNERS[i]!;
    const [bx, by] = CORNERS[(i + 1) % 6]!;
    d += line(h.x + ax, h.y + ay, h.x + bx, h.y + by);
  }
  return d;
}

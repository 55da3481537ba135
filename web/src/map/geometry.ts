/** Where things are on the drawn map: world units (pixels at zoom 1), flat-top hexes with corner distance `R`. */

import type { BoardArt, HexArt } from "../wire";

export type Pt = readonly [number, number];

/** Centre to corner, and centre to side. */
export const R = 60;
export const H = (R * Math.sqrt(3)) / 2;
/** Room around the outermost hexes; above and below also for counters in half hexes. */
export const MARGIN = 14;
export const TOP = 30;

/** Corners around a centre; the side toward direction d (0 = north, clockwise) joins corners d and d + 1. */
export const CORNERS: readonly Pt[] = [
  [-R / 2, -H],
  [R / 2, -H],
  [R, 0],
  [R / 2, H],
  [-R / 2, H],
  [-R, 0],
];
/** Steps to the six neighbours. */
export const STEPS: readonly Pt[] = [
  [0, -2 * H],
  [1.5 * R, -H],
  [1.5 * R, H],
  [0, 2 * H],
  [-1.5 * R, H],
  [-1.5 * R, -H],
];

export interface Hex {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly art: HexArt;
  /** Footprint for lines of sight, relative to the centre. */
  readonly foot: readonly Pt[];
  /** Artwork of other terrain in the hex. */
  readonly extra: readonly { terrain: string; foot: readonly Pt[] }[];
  /** Row and column of the grid as readers meet it. */
  row: number;
  column: number;
  /** Neighbours by direction. */
  readonly near: (Hex | undefined)[];
  /** Half a hex: which half is off the sheet. */
  cut: "" | "top" | "bottom";
}

export interface Side {
  readonly kind: string;
  readonly name: string;
  readonly a: Hex | undefined;
  readonly b: Hex | undefined;
  readonly ends: readonly [Pt, Pt];
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly hexes: readonly Hex[];
  readonly by: ReadonlyMap<string, Hex>;
  readonly rows: readonly (readonly Hex[])[];
  readonly sides: readonly Side[];
  /** The printed sheet: left, top, width, height. */
  readonly sheet: readonly [number, number, number, number];
}

/** Name of the hex of a place: "H6/upper" is in H6. */
export const hexOf = (place: string): string => place.split("/", 1)[0] ?? place;
/** Layer of a place, empty on the ground. */
export const layerOf = (place: string): string => place.split("/", 2)[1] ?? "";

/** Grid units a row is high: the least distance of two hexes of one column, so that hexes come out regular. */
function pitch(hexes: readonly HexArt[], size: number): number {
  let best = Infinity;
  const columns = new Map<number, number[]>();
  for (const h of hexes) {
    const key = Math.round(h.x * 100);
    if (!columns.has(key)) columns.set(key, []);
    columns.get(key)!.push(h.y);
  }
  for (const ys of columns.values()) {
    ys.sort((a, b) => a - b);
    for (let i = 1; i < ys.length; i++) {
      const d = ys[i]! - ys[i - 1]!;
      if (d > 1e-6 && d < best) best = d;
    }
  }
  return Number.isFinite(best) ? best : size * Math.sqrt(3);
}

function disc(radius: number): Pt[] {
  return Array.from({ length: 24 }, (_, i) => {
    const a = (i * Math.PI) / 12;
    return [radius * Math.cos(a), radius * Math.sin(a)] as const;
  });
}

const near = (a: number, b: number) => `${Math.round(a / 4)},${Math.round(b / 4)}`;

/** A board as it is drawn. */
export function scene(board: BoardArt): Scene {
  const kx = R / board.size;
  const ky = (2 * H) / pitch(board.hexes, board.size);
  const xs = board.hexes.map((h) => h.x * kx);
  const ys = board.hexes.map((h) => h.y * ky);
  const rowTop = Math.min(...ys);
  const left = Math.min(...xs) - R;
  const hexes: Hex[] = board.hexes.map((art, i) => ({
    name: art.name,
    art,
    x: xs[i]! - left + MARGIN,
    y: ys[i]! - rowTop + TOP,
    foot: art.shape.length
      ? art.shape.map(([x, y]) => [x * kx, y * ky] as const)
      : art.radius > 0
        ? disc(art.radius * ky)
        : CORNERS.map(([x, y]) => [x * 0.94, y * 0.94] as const),
    extra: art.extra.map((e) => ({
      terrain: e.terrain,
      foot: e.shape.map(([x, y]) => [x * kx, y * ky] as const),
    })),
    row: 0,
    column: 0,
    near: [],
    cut: "",
  }));
  const at = new Map(hexes.map((h) => [near(h.x, h.y), h]));
  const look = (x: number, y: number): Hex | undefined => {
    for (const dx of [0, 2, -2])
      for (const dy of [0, 2, -2]) {
        const found = at.get(near(x + dx, y + dy));
        if (found && Math.hypot(found.x - x, found.y - y) < 6) return found;
      }
    return undefined;
  };
  for (const h of hexes) for (const [dx, dy] of STEPS) h.near.push(look(h.x + dx, h.y + dy));
  for (const h of hexes) if (h.art.half) h.cut = h.near[0] ? (h.near[3] ? "" : "bottom") : "top";
  const tops = hexes.map((h) => (h.cut === "top" ? h.y : h.y - H));
  const lift = Math.min(...tops) - TOP;
  for (const h of hexes) (h as { y: number }).y -= lift;
  const right = Math.max(...hexes.map((h) => h.x)) + R;
  const bottom = Math.max(...hexes.map((h) => (h.cut === "bottom" ? h.y : h.y + H)));
  const rows = rowsOf(hexes);
  const by = new Map(hexes.map((h) => [h.name, h]));
  return {
    width: right + MARGIN,
    height: bottom + TOP,
    hexes,
    by,
    rows,
    sides: board.sides.map((s) => ({
      kind: s.kind,
      name: s.name,
      a: by.get(s.a),
      b: by.get(s.b),
      ends: s.ends.map(([x, y]) => [x * kx - left + MARGIN, y * ky - rowTop + TOP - lift]) as unknown as [
        Pt,
        Pt,
      ],
    })),
    sheet: [MARGIN, TOP, right - MARGIN, bottom - TOP],
  };
}

/** Rows for readers: the two staggered halves of a printed row together, left to right. */
function rowsOf(hexes: readonly Hex[]): Hex[][] {
  const columns = [...new Set(hexes.map((h) => Math.round(h.x)))].sort((a, b) => a - b);
  const rows = new Map<number, Hex[]>();
  const top = Math.min(...hexes.filter((h) => Math.round(h.x) === columns[0]).map((h) => h.y));
  for (const h of hexes) {
    h.column = columns.indexOf(Math.round(h.x));
    h.row = Math.floor((h.y - top + 1) / (2 * H) + 0.5);
    if (!rows.has(h.row)) rows.set(h.row, []);
    rows.get(h.row)!.push(h);
  }
  return [...rows.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, row], i) => {
      for (const h of row) h.row = i;
      return row.sort((a, b) => a.column - b.column);
    });
}

/** The hex an arrow key leads to; sideways keeps to the row of the readers' grid. */
export function step(h: Hex, key: string): Hex | undefined {
  const same = (a: Hex | undefined, b: Hex | undefined) =>
    a && a.row === h.row ? a : b?.row === h.row ? b : (a ?? b);
  switch (key) {
    case "ArrowUp":
      return h.near[0];
    case "ArrowDown":
      return h.near[3];
    case "ArrowRight":
      return same(h.near[1], h.near[2]);
    case "ArrowLeft":
      return same(h.near[5], h.near[4]);
    default:
      return undefined;
  }
}

/** The hex under a point. */
export function hexAt(s: Scene, x: number, y: number): Hex | undefined {
  let best: Hex | undefined;
  let least = R * R;
  for (const h of s.hexes) {
    const d = (h.x - x) ** 2 + (h.y - y) ** 2;
    if (d < least && insideHex(x - h.x, y - h.y)) {
      least = d;
      best = h;
    }
  }
  return best;
}

/** Whether an offset from the centre is in the hex. */
export function insideHex(x: number, y: number): boolean {
  return Math.abs(y) <= H + 0.01 && Math.abs(x) * Math.sqrt(3) + Math.abs(y) <= 2 * H + 0.01;
}

/** Whether a point is in a polygon, at least `margin` from its edge. */
export function inside(poly: readonly Pt[], x: number, y: number, margin = 0): boolean {
  let odd = false;
  for (let i = 0, j = poly.length - 1; i < poly.length; j = i++) {
    const [ax, ay] = poly[i]!;
    const [bx, by] = poly[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
    if (margin > 0) {
      const dx = bx - ax;
      const dy = by - ay;
      const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
      if (Math.hypot(x - ax - t * dx, y - ay - t * dy) < margin) return false;
    }
  }
  return odd;
}

/** Pieces of parallel lines, `gap` apart and turned by `angle`, that lie in a polygon. */
export function rowsIn(poly: readonly Pt[], gap: number, angle: number, margin = 2): [Pt, Pt][] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const turned = poly.map(([x, y]) => [x * c + y * s, y * c - x * s] as const);
  const low = Math.min(...turned.map((p) => p[1]));
  const high = Math.max(...turned.map((p) => p[1]));
  const out: [Pt, Pt][] = [];
  const count = Math.max(1, Math.floor((high - low - 2 * margin) / gap));
  const start = (low + high - (count - 1) * gap) / 2;
  for (let k = 0; k < count; k++) {
    const y = start + k * gap;
    const cuts: number[] = [];
    for (let i = 0, j = turned.length - 1; i < turned.length; j = i++) {
      const [ax, ay] = turned[i]!;
      const [bx, by] = turned[j]!;
      if (ay > y !== by > y) cuts.push(((bx - ax) * (y - ay)) / (by - ay) + ax);
    }
    cuts.sort((a, b) => a - b);
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      const u = cuts[i]! + margin;
      const v = cuts[i + 1]! - margin;
      if (v - u > 3)
        out.push([
          [u * c - y * s, u * s + y * c],
          [v * c - y * s, v * s + y * c],
        ]);
    }
  }
  return out;
}

/** Numbers between 0 and 1 that always come out the same for one name. */
export function seeded(name: string): () => number {
  let a = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) a = Math.imul(a ^ name.charCodeAt(i), 0x01000193);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Points in a polygon, at least `gap` apart and `margin` from its edge, at most `count`. */
export function scatter(
  poly: readonly Pt[],
  count: number,
  gap: number,
  margin: number,
  rand: () => number,
): Pt[] {
  const reach = Math.max(...poly.map(([x, y]) => Math.hypot(x, y)));
  const out: Pt[] = [];
  for (let tries = 0; tries < count * 14 && out.length < count; tries++) {
    const x = (rand() * 2 - 1) * reach;
    const y = (rand() * 2 - 1) * reach;
    if (inside(poly, x, y, margin) && out.every(([u, v]) => Math.hypot(u - x, v - y) >= gap))
      out.push([x, y]);
  }
  return out;
}

/** Short form of a number in a path. */
export const n = (v: number): string => {
  const r = Math.round(v * 10) / 10;
  return Object.is(r, -0) ? "0" : String(r);
};
export const p = (x: number, y: number): string => `${n(x)} ${n(y)}`;
export const poly = (points: readonly Pt[], x = 0, y = 0): string =>
  `M${points.map(([u, v]) => p(x + u, y + v)).join("L")}Z`;

/** Outline of a region of hexes, corners rounded except at the edge of the sheet. */
export function outline(hexes: readonly Hex[], within: (h: Hex) => boolean, round = true): string {
  interface Edge {
    from: Pt;
    to: Pt;
    rim: boolean;
    used: boolean;
  }
  const edges = new Map<string, Edge>();
  const key = ([x, y]: Pt) => `${Math.round(x)},${Math.round(y)}`;
  const keys = (q: Pt) => {
    const [x, y] = q;
    for (const dx of [0, 1, -1])
      for (const dy of [0, 1, -1]) {
        const k = `${Math.round(x) + dx},${Math.round(y) + dy}`;
        if (edges.has(k)) return k;
      }
    return key(q);
  };
  for (const h of hexes) {
    if (!within(h)) continue;
    for (let d = 0; d < 6; d++) {
      const other = h.near[d];
      if (other && within(other)) continue;
      const [ax, ay] = CORNERS[d]!;
      const [bx, by] = CORNERS[(d + 1) % 6]!;
      const from = [h.x + ax, h.y + ay] as const;
      edges.set(key(from), { from, to: [h.x + bx, h.y + by], rim: !other, used: false });
    }
  }
  let path = "";
  for (const first of edges.values()) {
    if (first.used) continue;
    const loop: Edge[] = [];
    for (let e: Edge | undefined = first; e && !e.used; e = edges.get(keys(e.to))) {
      e.used = true;
      loop.push(e);
    }
    const middle = (e: Edge) => p((e.from[0] + e.to[0]) / 2, (e.from[1] + e.to[1]) / 2);
    path += `M${middle(loop[0]!)}`;
    loop.forEach((e, i) => {
      const next = loop[(i + 1) % loop.length]!;
      const corner = p(e.to[0], e.to[1]);
      path += !round || e.rim || next.rim ? `L${corner}L${middle(next)}` : `Q${corner} ${middle(next)}`;
    });
    path += "Z";
  }
  return path;
}

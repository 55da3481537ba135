/** Where things are on the drawn map: world units (pixels at zoom 1), flat-top hexes with corner distance `R`. */

import type { BoardArt, HexArt } from "../wire";

export type Pt = readonly [number, number];

/** Centre to corner, and centre to side. */
export const R = 60;
export const H = (R * Math.sqrt(3)) / 2;
/** Room around the outermost hexes; above and below also for counters in half hexes. */
export const MARGIN = 14;
export const TOP = 36;

/** Corners and neighbours in whole numbers: half a corner distance across, a centre-to-side distance down. */
const GRID_CORNERS: readonly Pt[] = [
  [-1, -1],
  [1, -1],
  [2, 0],
  [1, 1],
  [-1, 1],
  [-2, 0],
];
const GRID_STEPS: readonly Pt[] = [
  [0, -2],
  [3, -1],
  [3, 1],
  [0, 2],
  [-3, 1],
  [-3, -1],
];
const world = ([x, y]: Pt): Pt => [(x * R) / 2, y * H];

/** Corners around a centre; the side toward direction d (0 = north, clockwise) joins corners d and d + 1. */
export const CORNERS: readonly Pt[] = GRID_CORNERS.map(world);
/** Steps to the six neighbours. */
export const STEPS: readonly Pt[] = GRID_STEPS.map(world);

export interface Hex {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** The centre in whole numbers. */
  readonly gx: number;
  readonly gy: number;
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

/** A board as it is drawn. */
export function scene(board: BoardArt): Scene {
  const { size } = board;
  const high = pitch(board.hexes, size) / 2;
  const kx = R / size;
  const ky = H / high;
  const left = Math.min(...board.hexes.map((h) => h.x));
  const top = Math.min(...board.hexes.map((h) => h.y));
  const scaled = (shape: readonly Pt[]): Pt[] => shape.map(([x, y]) => [x * kx, y * ky]);
  const hexes: Hex[] = board.hexes.map((art) => {
    const gx = 3 * Math.round((art.x - left) / (1.5 * size));
    const gy = Math.round((art.y - top) / high);
    const [x, y] = world([gx, gy]);
    return {
      name: art.name,
      art,
      gx,
      gy,
      x: x + R + MARGIN,
      y: y + TOP,
      foot: art.shape.length
        ? scaled(art.shape)
        : art.radius > 0
          ? disc(art.radius * ky)
          : CORNERS.map(([u, v]) => [u * 0.94, v * 0.94]),
      extra: art.extra.map((e) => ({ terrain: e.terrain, foot: scaled(e.shape) })),
      row: 0,
      column: gx / 3,
      near: [],
      cut: "",
    };
  });
  const at = new Map(hexes.map((h) => [`${h.gx},${h.gy}`, h]));
  for (const h of hexes) {
    for (const [dx, dy] of GRID_STEPS) h.near.push(at.get(`${h.gx + dx},${h.gy + dy}`));
    if (h.art.half) h.cut = h.near[0] ? (h.near[3] ? "" : "bottom") : "top";
  }
  const lift = Math.min(...hexes.map((h) => (h.cut === "top" ? h.y : h.y - H))) - TOP;
  for (const h of hexes) (h as { y: number }).y -= lift;
  const right = Math.max(...hexes.map((h) => h.x)) + R;
  const bottom = Math.max(...hexes.map((h) => (h.cut === "bottom" ? h.y : h.y + H)));
  const by = new Map(hexes.map((h) => [h.name, h]));
  const corner = ([x, y]: readonly [number, number]): Pt => [
    (x - left) * kx + R + MARGIN,
    (y - top) * ky + TOP - lift,
  ];
  return {
    width: right + MARGIN,
    height: bottom + TOP,
    hexes,
    by,
    rows: rowsOf(hexes),
    sides: board.sides.map((s) => ({
      kind: s.kind,
      name: s.name,
      a: by.get(s.a),
      b: by.get(s.b),
      ends: [corner(s.ends[0]), corner(s.ends[1])],
    })),
    sheet: [MARGIN, TOP, right - MARGIN, bottom - TOP],
  };
}

/** Rows for readers: the two staggered halves of a printed row together, left to right. */
function rowsOf(hexes: readonly Hex[]): Hex[][] {
  const first = Math.min(...hexes.filter((h) => h.column === 0).map((h) => h.gy));
  const rows: Hex[][] = [];
  for (const h of [...hexes].sort((a, b) => a.column - b.column)) {
    h.row = Math.floor((h.gy - first + 1) / 2) + 1; // a row above the first column is row 0
    rows[h.row] ??= [];
    rows[h.row]!.push(h);
  }
  return rows.filter(Boolean).map((row, i) => {
    for (const h of row) h.row = i;
    return row;
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
    next: string;
    rim: boolean;
    used?: boolean;
  }
  const edges = new Map<string, Edge>();
  for (const h of hexes) {
    if (!within(h)) continue;
    h.near.forEach((other, d) => {
      if (other && within(other)) return;
      const e = (d + 1) % 6;
      const key = (i: number) => `${h.gx + GRID_CORNERS[i]![0]},${h.gy + GRID_CORNERS[i]![1]}`;
      const spot = (i: number): Pt => [h.x + CORNERS[i]![0], h.y + CORNERS[i]![1]];
      edges.set(key(d), { from: spot(d), to: spot(e), next: key(e), rim: !other });
    });
  }
  let path = "";
  for (const first of edges.values()) {
    if (first.used) continue;
    const loop: Edge[] = [];
    for (let e: Edge | undefined = first; e && !e.used; e = edges.get(e.next)) {
      e.used = true;
      loop.push(e);
    }
    const middle = (e: Edge) => p((e.from[0] + e.to[0]) / 2, (e.from[1] + e.to[1]) / 2);
    path += `M${middle(loop[0]!)}`;
    loop.forEach((e, i) => {
      const next = loop[(i + 1) % loop.length]!;
      path += `${!round || e.rim || next.rim ? `L${p(...e.to)}L` : `Q${p(...e.to)} `}${middle(next)}`;
    });
    path += "Z";
  }
  return path;
}

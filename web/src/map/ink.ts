/** Collects the strokes of the static map, layer over layer, and small shapes many drawings share. */

import { n, type Pt, p } from "./geometry";

/** From the ground up. */
export const Layer = {
  Ground: 0,
  Field: 1,
  Bank: 2,
  Water: 3,
  Casing: 4,
  Road: 5,
  Rail: 6,
  Shadow: 7,
  Low: 8,
  Roof: 9,
  Tall: 10,
  Fence: 11,
  Grid: 12,
  Text: 13,
} as const;

export class Ink {
  private readonly layers: string[][] = [];
  private last = "";

  /** A path with a class of map.css. Paths of one class that follow each other become one. */
  path(layer: number, cls: string, d: string): void {
    if (!d) return;
    this.layers[layer] ??= [];
    const list = this.layers[layer];
    const mark = `${layer} ${cls}`;
    if (mark === this.last && list[list.length - 1]!.length < 4000)
      list[list.length - 1] = list[list.length - 1]!.replace('"/>', `${d}"/>`);
    else list.push(`<path class="${cls}" d="${d}"/>`);
    this.last = mark;
  }

  /** A path that is not joined with its neighbours: what is drawn later lies above. */
  one(layer: number, cls: string, d: string): void {
    this.last = "";
    this.path(layer, cls, d);
    this.last = "";
  }

  text(layer: number, cls: string, x: number, y: number, words: string): void {
    this.layers[layer] ??= [];
    const safe = words.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
    this.layers[layer].push(`<text class="${cls}" x="${n(x)}" y="${n(y)}">${safe}</text>`);
    this.last = "";
  }

  /** Markup made elsewhere. */
  raw(layer: number, markup: string): void {
    this.layers[layer] ??= [];
    this.layers[layer].push(markup);
    this.last = "";
  }

  markup(): string {
    return this.layers.map((list) => (list ? `<g>${list.join("")}</g>` : "")).join("");
  }
}

export const circle = (x: number, y: number, r: number): string =>
  `M${p(x - r, y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;

export const line = (x1: number, y1: number, x2: number, y2: number): string => `M${p(x1, y1)}L${p(x2, y2)}`;

/** A rectangle around a centre, turned. */
export function box(x: number, y: number, w: number, h: number, angle = 0): string {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const corner = (u: number, v: number) => p(x + u * c - v * s, y + u * s + v * c);
  return `M${corner(-w / 2, -h / 2)}L${corner(w / 2, -h / 2)}L${corner(w / 2, h / 2)}L${corner(-w / 2, h / 2)}Z`;
}

/** A round crown of foliage with `lobes` bulges. */
export function crown(x: number, y: number, r: number, lobes: number, turn: number): string {
  const inner = r * 0.86;
  const at = (i: number) => {
    const a = turn + (i * 2 * Math.PI) / lobes;
    return [x + inner * Math.cos(a), y + inner * Math.sin(a)] as const;
  };
  const [sx, sy] = at(0);
  const bulge = n((inner * Math.PI) / lobes);
  let d = `M${p(sx, sy)}`;
  for (let i = 1; i <= lobes; i++) {
    const [ex, ey] = at(i);
    d += `A${bulge} ${bulge} 0 0 1 ${p(ex, ey)}`;
  }
  return `${d}Z`;
}

/** Leaves around a centre, long and pointed: jungle and palms. */
export function fronds(x: number, y: number, r: number, leaves: number, turn: number, width = 0.3): string {
  let d = "";
  for (let i = 0; i < leaves; i++) {
    const a = turn + (i * 2 * Math.PI) / leaves;
    const c = Math.cos(a);
    const s = Math.sin(a);
    const q = (u: number, v: number) => p(x + (u * c - v * s) * r, y + (u * s + v * c) * r);
    d += `M${p(x, y)}Q${q(0.45, -width)} ${q(1, 0.06)}Q${q(0.5, width * 0.8)} ${p(x, y)}`;
  }
  return d;
}

/** Three or more blades from one foot. */
export function tuft(x: number, y: number, h: number, blades: number, spread: number): string {
  let d = "";
  for (let i = 0; i < blades; i++) {
    const k = blades === 1 ? 0 : (i / (blades - 1)) * 2 - 1;
    d += `M${p(x + k * spread * 0.25, y)}q${p(k * spread * 0.3, -h * 0.6)} ${p(k * spread, -h * (1 - 0.22 * Math.abs(k)))}`;
  }
  return d;
}

/** A stone with uneven corners. */
export function stone(x: number, y: number, r: number, rand: () => number): string {
  const corners = 5 + Math.floor(rand() * 3);
  const points: Pt[] = [];
  for (let i = 0; i < corners; i++) {
    const a = ((i + rand() * 0.5) * 2 * Math.PI) / corners;
    const k = r * (0.72 + rand() * 0.28);
    points.push([x + k * Math.cos(a), y + k * Math.sin(a) * 0.85]);
  }
  return `M${points.map(([u, v]) => p(u, v)).join("L")}Z`;
}

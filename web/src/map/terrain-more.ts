/** Drawings of terrain that few maps have. */

import { H, inside, n, p, R, scatter } from "./geometry";
import { box, circle, crown, fronds, type Ink, Layer, line, stone } from "./ink";
import { blob, type Draw, HEX, shift, sown, stones } from "./terrain";

function palm(ink: Ink, x: number, y: number, r: number, rand: () => number): void {
  const turn = rand() * 6;
  ink.path(Layer.Shadow, "shade", fronds(x + 3, y + 4, r, 7, turn, 0.2));
  ink.one(Layer.Tall, "crown palm", fronds(x, y, r, 7, turn, 0.24));
  ink.path(Layer.Tall, "nut", circle(x, y, 2));
}

function palms(count: number, gap: number): Draw {
  return (ink, h, rand) => {
    for (const [u, v] of scatter(h.foot, count, gap, 13, rand))
      palm(ink, h.x + u, h.y + v, 15 + rand() * 3, rand);
  };
}

const hammada: Draw = (ink, h, rand) => {
  ink.path(Layer.Field, "gravel", blob(h, rand));
  stones(24, 9, 1.8, 3.6)(ink, h, rand);
};

const ripples =
  (cls: string, count: number): Draw =>
  (ink, h, rand) => {
    for (const [u, v] of scatter(HEX, count, 22, 14, rand)) {
      ink.path(Layer.Water, cls, `M${p(h.x + u - 11, h.y + v)}q5.5 -4 11 0t11 0`);
    }
  };

const sand: Draw = (ink, h, rand) => {
  for (const [u, v] of scatter(HEX, 7, 20, 13, rand)) {
    ink.path(Layer.Field, "dune", `M${p(h.x + u - 10, h.y + v)}q9 -7 20 -1`);
  }
};

const ford: Draw = (ink, h, rand) => {
  ripples("wave", 3)(ink, h, rand);
  for (const [u, v] of scatter(HEX, 11, 13, 10, rand))
    ink.one(Layer.Water, "rock", stone(h.x + u, h.y + v, 4, rand));
};

const pool: Draw = (ink, h) => {
  ink.path(Layer.Field, "terrace", box(h.x, h.y, 84, 62));
  ink.path(
    Layer.Water,
    "basin",
    `M${p(h.x - 34, h.y - 16)}q0 -7 7 -7h54q7 0 7 7v32q0 7 -7 7h-54q-7 0 -7 -7Z`,
  );
  for (let i = -1; i <= 1; i++)
    ink.path(Layer.Water, "wave", line(h.x - 28, h.y + i * 11, h.x + 28, h.y + i * 11));
};

/** Mown stripes across the whole hex, so that they run on in the next one. */
const pitch: Draw = (ink, h) => {
  const wide = (y: number) => 2 * (R - Math.abs(y) / Math.sqrt(3));
  for (const k of [-1, -0.5, 0, 0.5]) {
    const [a, b] = [k * H, (k + 0.25) * H];
    ink.path(
      Layer.Field,
      "mown",
      `M${p(h.x - wide(a) / 2, h.y + a)}h${n(wide(a))}L${p(h.x + wide(b) / 2, h.y + b)}h${n(-wide(b))}Z`,
    );
  }
};

const stands: Draw = (ink, h) => {
  ink.path(Layer.Shadow, "shade deep", shift(sown(h, 0.97), { ...h, x: h.x + 2, y: h.y + 3 }));
  for (let i = 0; i < 5; i++)
    ink.one(Layer.Low, i % 2 ? "tier alt" : "tier", shift(sown(h, 0.97 - i * 0.17), h));
};

const lined =
  (cls: string, lobes: number): Draw =>
  (ink, h, rand) => {
    const open = h.art.road;
    for (let d = 0; d < 12; d++) {
      const a = (d * Math.PI) / 6 + Math.PI / 12;
      const x = Math.cos(a) * 0.66 * H;
      const y = Math.sin(a) * 0.66 * H;
      const blocked = open.some((o) => {
        const t = (o * Math.PI) / 3 - Math.PI / 2;
        return Math.cos(a - t) > 0.9;
      });
      if (blocked || !inside(h.foot, x, y, 4)) continue;
      const r = 8.5 + rand() * 2;
      ink.path(Layer.Shadow, "shade", circle(h.x + x + 2, h.y + y + 3, r));
      ink.one(Layer.Tall, `crown ${cls}`, crown(h.x + x, h.y + y, r, lobes, rand() * 6));
    }
  };

const wadi: Draw = (ink, h, rand) => {
  for (const [u, v] of scatter(HEX, 9, 16, 10, rand))
    ink.one(Layer.Field, "rock", stone(h.x + u, h.y + v, 2.6, rand));
};

/** Terrain by key that few maps have; it comes after the first picture. */
export const MORE_TERRAIN: Readonly<Record<string, Draw>> = {
  ford,
  tree_lined_road: lined("wood", 8),
  jungle_lined_road: lined("jungle", 6),
  hammada,
  wadi,
  gully: wadi,
  sand,
  palms: palms(4, 24),
  dense_palms: palms(9, 15),
  pond: ripples("wave", 4),
  ocean: ripples("wave", 6),
  river: ripples("wave", 5),
  pool,
  soccer_field: pitch,
  soccer_stands: stands,
};

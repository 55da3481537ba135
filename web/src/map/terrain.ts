/** Drawings of the terrain of a hex. What hides or hinders a line of sight stays inside the hex's footprint. */

import { CORNERS, H, type Hex, inside, type Pt, p, poly, rowsIn, scatter, seeded } from "./geometry";
import { box, circle, crown, fronds, type Ink, Layer, line, stone, tuft } from "./ink";

export type Draw = (ink: Ink, h: Hex, rand: () => number) => void;

export const shift = (pts: readonly Pt[], h: Hex): string => poly(pts, h.x, h.y);
const shrink = (pts: readonly Pt[], k: number): Pt[] => pts.map(([x, y]) => [x * k, y * k]);
const CORNERS_R = Math.hypot(...CORNERS[0]!);
export const HEX = shrink(CORNERS, 0.93);
const size = (pts: readonly Pt[]): number => Math.min(...pts.map(([x, y]) => Math.hypot(x, y)));

/** A soft closed curve a little inside the footprint, uneven but always the same for one hex. */
export function blob(h: Hex, rand: () => number, k = 0.97): string {
  const pts = h.foot
    .filter((_, i) => h.foot.length < 12 || i % 2 === 0)
    .map(([x, y]) => {
      const s = k * (0.93 + rand() * 0.07);
      return [h.x + x * s, h.y + y * s] as const;
    });
  const mid = (a: Pt, b: Pt) => p((a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
  let d = `M${mid(pts[pts.length - 1]!, pts[0]!)}`;
  pts.forEach((q, i) => {
    d += `Q${p(q[0], q[1])} ${mid(q, pts[(i + 1) % pts.length]!)}`;
  });
  return `${d}Z`;
}

/** Separate trees at fixed places, a little moved. */
function trees(spots: readonly Pt[], r: number, cls: string, lobes: number): Draw {
  return (ink, h, rand) => {
    const k = Math.min(1, size(h.foot) / (0.85 * H));
    const turn = rand() * 1.2 - 0.6;
    const fits = spots.filter(([u, v]) => inside(h.foot, u * k, v * k, r * k * 0.7));
    const own = fits.length === spots.length ? spots : scatter(h.foot, 4, r * 1.5, r * 0.8, rand);
    for (const [u, v] of own) {
      const x = h.x + (u * Math.cos(turn) - v * Math.sin(turn) + rand() * 4 - 2) * k;
      const y = h.y + (u * Math.sin(turn) + v * Math.cos(turn) + rand() * 4 - 2) * k;
      const s = r * k * (0.88 + rand() * 0.2);
      ink.path(Layer.Shadow, "shade", circle(x + 2.5, y + 3.5, s * 0.97));
      ink.one(Layer.Tall, `crown ${cls}`, crown(x, y, s, lobes, rand() * 6));
    }
  };
}

/** Places for crowns that fill a round footprint to its edge: the outer ring first, the middle on top. */
function rings(h: Hex, r: number, rand: () => number): Pt[] {
  const out: Pt[] = [];
  for (let d = size(h.foot) - r * 1.04; d > r * 0.4; d -= r * 1.05) {
    const count = Math.max(3, Math.round((2 * Math.PI * d) / (r * 1.2)));
    const turn = rand() * 6;
    for (let i = 0; i < count; i++) {
      const a = turn + ((i + rand() * 0.3) * 2 * Math.PI) / count;
      const k = d * (0.93 + rand() * 0.07);
      out.push([Math.cos(a) * k, Math.sin(a) * k]);
    }
  }
  return out;
}

/** Trees crown to crown. */
function thicket(cls: string, r: number, count: number, lobes: number, draw = crown): Draw {
  return (ink, h, rand) => {
    ink.path(Layer.Shadow, `floor ${cls}`, blob(h, rand, 0.86));
    const spots =
      h.art.shape.length || h.foot.length < 20
        ? scatter(h.foot, count, r * 0.86, r * 0.9, rand)
        : rings(h, r, rand);
    for (const [u, v] of spots) {
      const s = r * (0.85 + rand() * 0.22);
      ink.one(
        Layer.Tall,
        `crown ${cls}${rand() < 0.4 ? " alt" : ""}`,
        draw(h.x + u, h.y + v, s, lobes, rand() * 6),
      );
    }
  };
}

const leafy = (x: number, y: number, r: number, leaves: number, turn: number): string =>
  fronds(x, y, r, leaves, turn, 0.42) + circle(x, y, r * 0.3);

function tufts(count: number, gap: number, height: number, blades: number, cls: string): Draw {
  return (ink, h, rand) => {
    const spots = [...scatter(h.foot, count, gap, height * 0.66, rand)].sort((a, b) => a[1] - b[1]);
    for (const [u, v] of spots) {
      ink.path(
        Layer.Low,
        cls,
        tuft(h.x + u, h.y + v + height / 2, height * (0.8 + rand() * 0.4), blades, height * 0.6),
      );
    }
  };
}

const brush: Draw = (ink, h, rand) => {
  const spots = [...scatter(h.foot, 13, 14, 8, rand)].sort((a, b) => a[1] - b[1]);
  for (const [u, v] of spots) {
    const s = 4 + rand() * 3.5;
    if (rand() < 0.6) {
      ink.path(Layer.Shadow, "shade", circle(h.x + u + 1, h.y + v + 2, s));
      ink.one(Layer.Low, "crown scrub", crown(h.x + u, h.y + v, s, 6, rand() * 6));
    } else ink.one(Layer.Low, "blade dark", tuft(h.x + u, h.y + v + 5, 9, 3, 6));
  }
};

/** Fields lie at one of three angles, neighbours mostly alike. */
/** Where a field is sown: six-sided inside a round footprint, else the footprint itself. */
export const sown = (h: Hex, k = 0.99): Pt[] => {
  const r = size(h.foot) / CORNERS_R;
  return (h.art.shape.length || h.foot.length < 20 ? h.foot : shrink(CORNERS, r)).map(
    ([x, y]) => [x * k, y * k] as const,
  );
};

const angleOf = (h: Hex): number => [0.5236, 0, -0.5236][(h.column + Math.floor(h.row / 2)) % 3]!;

const lowCrops: Draw = (ink, h) => {
  ink.path(Layer.Field, "soil", shift(sown(h), h));
  for (const [[ax, ay], [bx, by]] of rowsIn(sown(h), 9, angleOf(h), 4)) {
    ink.path(Layer.Low, "crop", line(h.x + ax, h.y + ay, h.x + bx, h.y + by));
  }
};

const wheat: Draw = (ink, h) => {
  ink.path(Layer.Shadow, "shade", shift(sown(h, 0.97), { ...h, x: h.x + 1.5, y: h.y + 3 }));
  ink.path(Layer.Low, "wheat", shift(sown(h, 0.97), h));
  const angle = angleOf(h);
  for (const [[ax, ay], [bx, by]] of rowsIn(sown(h, 0.95), 6.2, angle, 2)) {
    const steps = Math.max(2, Math.round(Math.hypot(bx - ax, by - ay) / 5));
    let d = `M${p(h.x + ax, h.y + ay)}`;
    for (let i = 1; i <= steps; i++) {
      const t = i / steps;
      const up = i % 2 ? -2.2 : 0;
      d += `L${p(h.x + ax + (bx - ax) * t - Math.sin(angle) * up, h.y + ay + (by - ay) * t + Math.cos(angle) * up)}`;
    }
    ink.path(Layer.Low, "ears", d);
  }
  ink.path(Layer.Low, "wheat-edge", shift(sown(h, 0.97), h));
};

const orchard: Draw = (ink, h, rand) => {
  const a = angleOf(h) + 0.26;
  for (let i = -1; i <= 1; i++) {
    for (let j = -1; j <= 1; j++) {
      const u = (i * Math.cos(a) - j * Math.sin(a)) * 24;
      const v = (i * Math.sin(a) + j * Math.cos(a)) * 24;
      if (!inside(h.foot, u, v, 6)) continue;
      ink.path(Layer.Shadow, "shade", circle(h.x + u + 2, h.y + v + 3, 8.5));
      ink.one(Layer.Tall, "crown fruit", crown(h.x + u, h.y + v, 9, 7, rand() * 6));
    }
  }
};

const paddy: Draw = (ink, h, rand) => {
  const field = shrink(CORNERS, 0.96);
  ink.path(Layer.Field, "paddy", shift(field, h));
  const a = [0, Math.PI / 3, -Math.PI / 3][Math.floor(rand() * 3)]!;
  for (const [[ax, ay], [bx, by]] of rowsIn(field, 26, a, 1)) {
    ink.path(Layer.Field, "bund", line(h.x + ax, h.y + ay, h.x + bx, h.y + by));
  }
  for (const [u, v] of scatter(field, 26, 11, 6, rand))
    ink.path(Layer.Low, "sprout", tuft(h.x + u, h.y + v + 3, 6, 3, 3));
};

const marsh: Draw = (ink, h, rand) => {
  ink.path(Layer.Field, "marsh", blob(h, rand));
  for (const [u, v] of scatter(h.foot, 5, 20, 12, rand)) {
    ink.path(Layer.Field, "ripple", `M${p(h.x + u - 8, h.y + v)}q4 -3 8 0t8 0`);
  }
  tufts(11, 14, 12, 3, "reed")(ink, h, rand);
};

const cemetery: Draw = (ink, h, rand) => {
  ink.path(Layer.Field, "lawn", shift(sown(h), h));
  ink.path(Layer.Low, "railing", shift(sown(h), h));
  for (let i = -2; i <= 2; i++) {
    for (let j = -1; j <= 1; j++) {
      const x = i * 14 + (j % 2 ? 5 : -2);
      const y = j * 20 + 5;
      if (!inside(sown(h), x, y, 9)) continue;
      const gx = h.x + x;
      const gy = h.y + y;
      ink.path(Layer.Shadow, "shade", box(gx + 2, gy + 1, 8, 5));
      ink.path(
        Layer.Low,
        "grave",
        rand() < 0.45
          ? `M${p(gx - 1.3, gy)}v-5.5h-3.2v-2.8h3.2v-3.4h2.6v3.4h3.2v2.8h-3.2v5.5Z`
          : `M${p(gx - 3.5, gy)}v-6.5a3.5 3.5 0 0 1 7 0v6.5Z`,
      );
    }
  }
};

const huts: Draw = (ink, h, rand) => {
  const k = size(h.foot) / (0.85 * H);
  const turn = rand() * 6;
  for (let i = 0; i < 3; i++) {
    const a = turn + (i * 2 * Math.PI) / 3;
    const r = (15 + rand() * 2.5) * k;
    const x = h.x + Math.cos(a) * 22 * k;
    const y = h.y + Math.sin(a) * 22 * k;
    ink.path(Layer.Shadow, "shade deep", circle(x + 3, y + 4, r));
    ink.one(Layer.Roof, "thatch", circle(x, y, r));
    let d = "";
    for (let j = 0; j < 12; j++) {
      const b = (j * Math.PI) / 6 + rand() * 0.2;
      d += line(
        x + Math.cos(b) * 3,
        y + Math.sin(b) * 3,
        x + Math.cos(b) * r * 0.93,
        y + Math.sin(b) * r * 0.93,
      );
    }
    ink.one(Layer.Roof, "straw", d);
    ink.one(Layer.Roof, "straw", circle(x, y, r * 0.55));
  }
};

export function stones(count: number, gap: number, low: number, high: number): Draw {
  return (ink, h, rand) => {
    for (const [u, v] of scatter(h.foot, count, gap, high, rand)) {
      const r = low + rand() * (high - low);
      ink.path(Layer.Shadow, "shade", circle(h.x + u + 1.5, h.y + v + 2, r * 0.9));
      ink.one(Layer.Low, "rock", stone(h.x + u, h.y + v, r, rand));
    }
  };
}

const grass: Draw = (ink, h, rand) => {
  for (const [u, v] of scatter(HEX, 4, 26, 12, rand)) {
    if (rand() < 0.7) ink.path(Layer.Ground, "grass", tuft(h.x + u, h.y + v, 4, 3, 3));
  }
};

/** Buildings are drawn together with their other hexes: see buildings.ts. */
const none: Draw = () => {};

const FOUR: readonly Pt[] = [
  [-19, -15],
  [16, -20],
  [19, 15],
  [-14, 21],
];

/** Terrain by key; more of it in terrain-more.ts. Ground that fills whole hexes and joins its neighbours is in `GROUND` as well. */
export const TERRAIN: Readonly<Record<string, Draw>> = {
  clear: grass,
  hill: grass,
  road: none,
  bridge: none,
  railroad: none,
  rough: stones(14, 13, 5, 9.5),
  brush,
  kunai_grass: tufts(38, 7, 19, 3, "kunai"),
  rice_paddy: paddy,
  light_jungle: (ink, h, rand) => {
    const spots = [...scatter(h.foot, 6, 25, 13, rand)];
    for (const [u, v] of spots) {
      const turn = rand() * 6;
      ink.path(Layer.Shadow, "shade", leafy(h.x + u + 2.5, h.y + v + 3.5, 14, 7, turn));
      ink.one(Layer.Tall, "crown jungle", leafy(h.x + u, h.y + v, 14 + rand() * 3, 7, turn));
    }
  },
  heavy_jungle: thicket("deep", 16, 22, 8, leafy),
  jungle: thicket("jungle", 15, 13, 8, leafy),
  bamboo_huts: huts,
  lc_building: none,
  hc_building: none,
  low_crops: lowCrops,
  wheat_field: wheat,
  orchard,
  cemetery,
  light_woods: trees(FOUR, 16, "wood", 9),
  forest: thicket("forest", 14, 17, 8),
  marsh,
};

/** Ground that runs on from hex to hex, with rounded shores: class of the fill. */
export const GROUND: Readonly<Record<string, string>> = {
  river: "water",
  ford: "water shallow",
  pond: "water",
  ocean: "water sea",
  sand: "sand",
  wadi: "wadi",
  gully: "wadi",
  soccer_field: "pitch",
};

const FLAT = new Set(["clear", "hill", "road", "bridge", "pool", "rice_paddy", ...Object.keys(GROUND)]);

/** Whether the drawing keeps to the footprint, so that its outline says something. */
export const bulky = (terrain: string): boolean => !FLAT.has(terrain);

/** Terrain nobody has drawn: hatched, with its name. */
export const unknown: Draw = (ink, h) => {
  ink.path(Layer.Field, "unknown", shift(shrink(CORNERS, 0.8), h));
  ink.text(Layer.Text, "unknown-name", h.x, h.y + H - 14, h.art.terrain.replaceAll("_", " "));
};

/** Draws the terrain of one hex, as far as its drawing has come, and what reaches into it of other terrain. */
export function drawTerrain(ink: Ink, h: Hex, more: Readonly<Record<string, Draw>> | null): void {
  const draw = (terrain: string): Draw | undefined => TERRAIN[terrain] ?? more?.[terrain];
  (draw(h.art.terrain) ?? (more ? unknown : none))(ink, h, seeded(`${h.name} ${h.art.terrain}`));
  for (const { terrain, foot } of h.extra) {
    const cx = foot.reduce((sum, q) => sum + q[0], 0) / foot.length;
    const cy = foot.reduce((sum, q) => sum + q[1], 0) / foot.length;
    const own: Pt[] = foot.map(([x, y]) => [x - cx, y - cy]);
    const part = {
      ...h,
      x: h.x + cx,
      y: h.y + cy,
      foot: own,
      art: { ...h.art, terrain, shape: h.art.shape },
    };
    (draw(terrain) ?? none)(ink, part, seeded(`${h.name} ${terrain} part`));
  }
}

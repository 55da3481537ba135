/** Buildings: one roof over all hexes of a building, floors and roof terraces shown by what lies on it. */

import { H, type Hex, inside, n, type Pt, p, seeded } from "./geometry";
import { box, circle, type Ink, Layer, line } from "./ink";

interface Wing {
  x: number;
  y: number;
  length: number;
  width: number;
  angle: number;
}

const KINDS: Readonly<Record<string, string>> = { hc_building: "heavy", lc_building: "light" };

/** Wings of a building: between the centres of neighbouring hexes, or one house in a hex of its own. */
function wings(hexes: readonly Hex[], k: number): Wing[] {
  const out: Wing[] = [];
  for (const h of hexes) {
    const others = h.near.filter((o) => o && hexes.includes(o));
    for (const o of others) {
      if (o!.name < h.name) continue;
      out.push({
        x: (h.x + o!.x) / 2,
        y: (h.y + o!.y) / 2,
        length: Math.hypot(h.x - o!.x, h.y - o!.y) + 44 * k,
        width: 46 * k,
        angle: Math.atan2(o!.y - h.y, o!.x - h.x),
      });
    }
    if (!others.length) {
      const rand = seeded(`${h.name} house`);
      const road = h.near.findIndex((o) => o && (o.art.road.length > 0 || o.art.terrain === "road"));
      const turn = road >= 0 ? road * 60 : Math.floor(rand() * 3) * 60;
      const house = {
        x: h.x,
        y: h.y,
        length: (62 + rand() * 6) * k,
        width: (43 + rand() * 5) * k,
        angle: (turn * Math.PI) / 180,
      };
      const fits = () =>
        [-1, 1].every((u) =>
          [-1, 1].every((v) => {
            const [x, y] = at(house, (u * house.length) / 2, (v * house.width) / 2);
            return inside(h.foot, x - h.x, y - h.y);
          }),
        );
      for (let tries = 0; tries < 8 && !fits(); tries++) {
        house.length *= 0.92;
        house.width *= 0.92;
      }
      out.push(house);
    }
  }
  return out;
}

const at = (w: Wing, u: number, v: number): Pt => [
  w.x + u * Math.cos(w.angle) - v * Math.sin(w.angle),
  w.y + u * Math.sin(w.angle) + v * Math.cos(w.angle),
];

/** The half of a roof that lies away from the light. */
function dark(w: Wing): string {
  const down = Math.cos(w.angle) >= -0.01 ? 1 : -1;
  const half = w.length / 2;
  const pts = [
    at(w, -half, 0),
    at(w, half, 0),
    at(w, half, (down * w.width) / 2),
    at(w, -half, (down * w.width) / 2),
  ];
  return `M${pts.map(([x, y]) => p(x, y)).join("L")}Z`;
}

function drawOne(ink: Ink, hexes: readonly Hex[], kind: string): void {
  const first = hexes[0]!;
  const k = Math.min(
    1,
    Math.min(...hexes.map((h) => Math.min(...h.foot.map(([x, y]) => Math.hypot(x, y))))) / (0.85 * H),
  );
  const all = wings(hexes, k);
  const tall = first.art.floors > 1;
  const rise = tall ? 7 : 3;
  const outline = (dx: number, dy: number, grow = 0) =>
    all.map((w) => box(w.x + dx, w.y + dy, w.length + grow, w.width + grow, w.angle)).join("");
  ink.one(Layer.Shadow, "shade deep", outline(4 + rise / 2, 5 + rise / 2));
  ink.one(Layer.Roof, `walls ${kind}`, outline(0, 0, 1) + outline(-rise * 0.2, -rise * 0.5, 1));
  const lifted = all.map((w) => ({ ...w, x: w.x - rise * 0.4, y: w.y - rise }));
  const top = lifted.map((w) => box(w.x, w.y, w.length, w.width, w.angle)).join("");
  ink.one(Layer.Roof, `eaves ${kind}`, top);
  ink.one(Layer.Roof, `roof ${kind}`, top);
  if (first.art.roof) {
    ink.one(
      Layer.Roof,
      `terrace-roof ${kind}`,
      lifted.map((w) => box(w.x, w.y, w.length - 7, w.width - 7, w.angle)).join(""),
    );
    for (const h of hexes)
      ink.one(Layer.Roof, "hatch", box(h.x + 12, h.y - rise - 12, 8, 8, lifted[0]!.angle));
  } else {
    ink.one(Layer.Roof, "roof-shade", lifted.map(dark).join(""));
    let tiles = "";
    for (const w of lifted) {
      for (let u = -w.length / 2 + 6; u < w.length / 2; u += 6) {
        const [ax, ay] = at(w, u, -w.width / 2 + 1);
        const [bx, by] = at(w, u, w.width / 2 - 1);
        tiles += line(ax, ay, bx, by);
      }
    }
    ink.one(Layer.Roof, "tiles", tiles);
    ink.one(
      Layer.Roof,
      "ridge",
      lifted
        .map(
          (w) =>
            `M${at(w, -w.length / 2, 0)
              .map(n)
              .join(" ")}L${at(w, w.length / 2, 0)
              .map(n)
              .join(" ")}`,
        )
        .join(""),
    );
    const rand = seeded(`${first.name} chimney`);
    const w = lifted[0]!;
    const [cx, cy] = at(w, w.length * (0.25 + rand() * 0.12), -w.width * 0.2);
    ink.one(Layer.Roof, "chimney", box(cx, cy, 7, 7, w.angle));
  }
  for (const h of hexes) ink.path(Layer.Tall, `dot ${kind}`, circle(h.x, h.y, 5.2));
}

/** All buildings of a board. */
export function drawBuildings(ink: Ink, hexes: readonly Hex[]): void {
  const groups = new Map<string, Hex[]>();
  for (const h of hexes) {
    const kind = KINDS[h.art.terrain];
    if (!kind) continue;
    const key = h.art.building >= 0 ? `${kind} ${h.art.building}` : h.name;
    groups.set(key, [...(groups.get(key) ?? []), h]);
  }
  for (const group of groups.values()) drawOne(ink, group, KINDS[group[0]!.art.terrain]!);
}

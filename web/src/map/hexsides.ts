/** Drawings of what runs along hexsides. */

import { type Hex, n, type Pt, p, type Side, seeded } from "./geometry";
import { circle, crown, type Ink, Layer, line } from "./ink";

type Draw = (ink: Ink, s: Side, rand: () => number) => void;

/** A point of the side, `t` along and `off` to its left. */
function along(s: Side, t: number, off = 0): Pt {
  const [[ax, ay], [bx, by]] = s.ends;
  const l = Math.hypot(bx - ax, by - ay) || 1;
  return [ax + (bx - ax) * t - ((by - ay) / l) * off, ay + (by - ay) * t + ((bx - ax) / l) * off];
}

const straight = (s: Side): string => `M${p(...s.ends[0])}L${p(...s.ends[1])}`;

const wall: Draw = (ink, s) => {
  const [[ax, ay], [bx, by]] = s.ends;
  ink.path(Layer.Shadow, "wall-shade", line(ax + 2, ay + 3, bx + 2, by + 3));
  ink.path(Layer.Fence, "wall-base", straight(s));
  ink.one(Layer.Fence, "wall", straight(s));
};

const hedge: Draw = (ink, s, rand) => {
  const [[ax, ay], [bx, by]] = s.ends;
  ink.path(Layer.Shadow, "hedge-shade", line(ax + 1.5, ay + 3, bx + 1.5, by + 3));
  let d = "";
  for (let i = 0; i <= 8; i++) d += circle(...along(s, i / 8, rand() * 2 - 1), 4.6 + rand() * 1.2);
  ink.one(Layer.Fence, "hedge", d);
  let dots = "";
  for (let i = 0; i < 8; i++) dots += circle(...along(s, (i + 0.5) / 8, rand() * 4 - 2), 1.3);
  ink.one(Layer.Fence, "hedge-light", dots);
};

const bocage: Draw = (ink, s, rand) => {
  ink.path(Layer.Shadow, "bank-earth", straight(s));
  for (let i = 0; i <= 6; i++) {
    const [x, y] = along(s, i / 6, rand() * 3 - 1.5);
    ink.one(Layer.Fence, "crown forest", crown(x, y, 7 + rand() * 2, 7, rand() * 6));
  }
};

const barricade: Draw = (ink, s) => {
  ink.path(Layer.Shadow, "wall-shade", straight(s));
  let d = "";
  for (let i = 0; i < 5; i++) {
    const [x, y] = along(s, (i + 0.5) / 5);
    d += `M${p(x - 6, y - 6)}l12 12M${p(x + 6, y - 6)}l-12 12`;
  }
  ink.one(Layer.Fence, "beam-edge", d + straight(s));
  ink.one(Layer.Fence, "beam", d + straight(s));
};

/** The brink with teeth toward the lower hex. */
const cliff: Draw = (ink, s) => {
  const lower: Hex | undefined = (s.a?.art.level ?? 0) <= (s.b?.art.level ?? 0) ? s.a : s.b;
  const [mx, my] = along(s, 0.5);
  const [lx, ly] = along(s, 0.5, 10);
  const to = lower ? Math.sign((lx - mx) * (lower.x - mx) + (ly - my) * (lower.y - my)) || 1 : 1;
  let d = "";
  for (let i = 0; i < 8; i++) {
    const [ax, ay] = along(s, i / 8);
    const [bx, by] = along(s, (i + 1) / 8);
    const [tx, ty] = along(s, (i + 0.5) / 8, to * (i % 2 ? 15 : 11));
    d += `M${p(ax, ay)}L${p(bx, by)}L${p(tx, ty)}Z`;
  }
  ink.one(Layer.Fence, "cliff-face", d);
  ink.one(Layer.Fence, "cliff", straight(s));
};

/** Water along the side, wider by class. The ends stay at the corners, so that neighbours join. */
const stream =
  (width: number): Draw =>
  (ink, s, rand) => {
    const bend = (rand() < 0.5 ? -1 : 1) * (3 + rand() * 3);
    const [c1x, c1y] = along(s, 0.33, bend);
    const [c2x, c2y] = along(s, 0.67, -bend);
    const d = `M${p(...s.ends[0])}C${p(c1x, c1y)} ${p(c2x, c2y)} ${p(...s.ends[1])}`;
    ink.path(Layer.Bank, `stream-bank w${n(width)}`, d);
    ink.path(Layer.Water, `stream w${n(width)}`, d);
  };

/** Hexsides by key. */
export const HEXSIDES: Readonly<Record<string, Draw>> = {
  wall,
  hedge,
  bocage,
  barricade,
  cliff,
  stream: stream(1),
  stream_1: stream(1),
  stream_2: stream(2),
  stream_3: stream(3),
  stream_4: stream(4),
  stream_5: stream(5),
};

/** A side nobody has drawn: a dashed line with its name. */
const unknown: Draw = (ink, s) => {
  ink.one(Layer.Fence, "side-unknown", straight(s));
  const [x, y] = along(s, 0.5);
  ink.text(Layer.Text, "unknown-name", x, y + 4, s.name || s.kind);
};

export function drawSide(ink: Ink, s: Side): void {
  (HEXSIDES[s.kind] ?? unknown)(ink, s, seeded(`${s.a?.name}${s.b?.name}`));
}

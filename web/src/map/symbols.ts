/** Symbols of markers and printed features, in a box of about 80 by 70 around the centre. */

import { seeded } from "./geometry";
import { box, circle, stone } from "./ink";
import type { Part } from "./marks";

function ring(
  radius: number,
  count: number,
  from: number,
  to: number,
  part: (x: number, y: number, a: number) => string,
): string {
  let d = "";
  for (let i = 0; i < count; i++) {
    const a = from + ((to - from) * i) / Math.max(1, count - (to - from > 6.2 ? 0 : 1));
    d += part(Math.cos(a) * radius, Math.sin(a) * radius, a);
  }
  return d;
}

const heap = (name: string, count: number, w: number, h: number, low: number, high: number): string => {
  const rand = seeded(name);
  let d = "";
  for (let i = 0; i < count; i++) {
    const a = rand() * 6.3;
    const k = Math.sqrt(rand());
    d += stone(Math.cos(a) * w * k, Math.sin(a) * h * k, low + rand() * (high - low), rand);
  }
  return d;
};

const CLOUD =
  "M-30 14a13 13 0 0 1 -2 -25a16 16 0 0 1 25 -15a18 18 0 0 1 31 6a14 14 0 0 1 7 27a12 12 0 0 1 -20 9a14 14 0 0 1 -24 2a12 12 0 0 1 -17 -4Z";
const WISP = "M-24 8q-8 -10 4 -16M-6 16q-12 -14 2 -26M12 14q-8 -12 6 -22M26 4q-4 -8 2 -12";
const FLAME =
  "M0 -30q14 14 10 22q8 -3 8 -10q10 14 4 27q-6 13 -22 13t-22 -13q-6 -14 6 -25q0 9 7 11q-6 -13 9 -25Z";
const FLAME_IN = "M1 -8q9 11 7 17q-2 9 -8 9t-8 -9q0 -8 9 -17Z";
const BURST = (() => {
  const pts: string[] = [];
  for (let i = 0; i < 20; i++) {
    const a = (i * Math.PI) / 10;
    const r = i % 2 ? 19 : i % 4 ? 30 : 37;
    pts.push(`${(Math.cos(a) * r).toFixed(1)} ${(Math.sin(a) * r * 0.9).toFixed(1)}`);
  }
  return `M${pts.join("L")}Z`;
})();
const TANK = "M-22 -15h44v7h-44ZM-22 8h44v7h-44ZM-18 -10h36v20h-36Z";

const bags = (radius: number, from: number, to: number, count: number): string =>
  ring(radius, count, from, to, (x, y, a) => box(x, y, 8, 12, a));

/** What lies in a hex or is printed in it, by kind. */
export const SYMBOLS: Readonly<Record<string, readonly Part[]>> = {
  smoke: [["smoke", CLOUD]],
  fire: [
    ["flame", FLAME],
    ["flame-in", FLAME_IN],
  ],
  ffe: [
    ["blast", BURST],
    ["blast-in", ring(13, 8, 0, 6.283, (x, y) => circle(x, y, 3)) + circle(0, 0, 8)],
  ],
  vehicle: [
    ["metal", TANK],
    ["metal-in", circle(0, 0, 8) + box(18, 0, 22, 4)],
  ],
  wreck: [
    ["wreck", TANK],
    ["wreck-in", circle(-2, 1, 8)],
    ["wisp", WISP],
  ],
  abandoned: [
    ["metal", TANK],
    ["metal-in", box(0, 0, 30, 14)],
    ["pit", circle(-3, 0, 6)],
    ["cross", "M-30 -20L-24 -26M30 20L24 26"],
  ],
  spotting_round: [
    [
      "smoke",
      "M-12 12a9 9 0 0 1 -1 -17a11 11 0 0 1 20 -6a10 10 0 0 1 5 19a8 8 0 0 1 -12 6a9 9 0 0 1 -12 -2Z",
    ],
    ["beam", `${circle(0, 0, 26)}M0 -36V-18M0 18V36M-36 0H-18M18 0H36`],
  ],
  rubble: [
    ["dust", "M-36 12q-4 -20 14 -26q20 -12 38 0q22 6 20 24q-8 18 -36 18t-36 -16Z"],
    ["rock", heap("rubble", 15, 26, 17, 5, 9)],
  ],
  roadblock: [
    ["beam-edge", "M-32 -12L32 12M-32 12L32 -12M-34 0H34"],
    ["beam", "M-32 -12L32 12M-32 12L32 -12M-34 0H34"],
  ],
  craters: [
    [
      "earth",
      "M-36 -6a15 10 0 1 0 30 0a15 10 0 1 0 -30 0ZM4 -12a16 11 0 1 0 32 0a16 11 0 1 0 -32 0ZM-14 18a16 11 0 1 0 32 0a16 11 0 1 0 -32 0Z",
    ],
    [
      "pit",
      "M-31 -6a10 6 0 1 0 20 0a10 6 0 1 0 -20 0ZM9 -12a11 7 0 1 0 22 0a11 7 0 1 0 -22 0ZM-9 18a11 7 0 1 0 22 0a11 7 0 1 0 -22 0Z",
    ],
  ],
  barricade: [
    ["beam-edge", "M-28 -52H28"],
    ["beam-edge", "M-27 -60l13 16m0 -16l-13 16M-7 -60l13 16m0 -16l-13 16M13 -60l13 16m0 -16l-13 16"],
    ["beam", "M-28 -52H28"],
    ["beam", "M-27 -60l13 16m0 -16l-13 16M-7 -60l13 16m0 -16l-13 16M13 -60l13 16m0 -16l-13 16"],
  ],
  wire: [
    ["wire", "M-40 0q4 -14 10 0t10 0t10 0t10 0t10 0t10 0t10 0t10 0"],
    ["wire", "M-40 0q4 14 10 0t10 0t10 0t10 0t10 0t10 0t10 0t10 0"],
    ["post", "M-40 -13V13M0 -13V13M40 -13V13"],
  ],
  mines: [
    [
      "mine",
      [
        [-22, 10],
        [22, 10],
        [0, -16],
      ]
        .map(([x, y]) => circle(x!, y!, 9))
        .join(""),
    ],
    [
      "mine-in",
      [
        [-22, 10],
        [22, 10],
        [0, -16],
      ]
        .map(([x, y]) => `M${x! - 4} ${y! - 4}l8 8M${x! + 4} ${y! - 4}l-8 8`)
        .join(""),
    ],
  ],
  ford: [["rock", heap("ford", 9, 34, 12, 4, 6)]],
  rooftop: [
    ["metal", box(0, 0, 58, 44)],
    ["metal-in", box(14, -8, 12, 12) + box(-12, 6, 18, 10)],
  ],
  bunker: [
    ["concrete", "M-27 26V-10L-15 -26H15L27 -10V26Z"],
    ["slit", "M-15 -20H15V-13H-15Z"],
    ["concrete-in", "M-18 20V-6H18V20Z"],
  ],
  cave: [
    ["rock", "M-34 26q-2 -40 20 -48q16 -8 32 2q18 8 16 46Z"],
    ["pit", "M-17 26v-14q0 -20 17 -20t17 20v14Z"],
  ],
  tunnel: [
    ["earth", circle(0, 0, 26)],
    ["pit", circle(0, 0, 18)],
    ["wire", "M-6 -18V18M6 -18V18M-6 -9H6M-6 0H6M-6 9H6"],
  ],
  collapsed_entrance: [
    ["rock", heap("fall", 12, 24, 18, 5, 9)],
    ["cross", "M-14 -14L14 14M14 -14L-14 14"],
  ],
  foxholes: [
    ["earth", "M-38 4a17 12 0 1 0 34 0a17 12 0 1 0 -34 0ZM4 4a17 12 0 1 0 34 0a17 12 0 1 0 -34 0Z"],
    ["pit", "M-32 4a11 7 0 1 0 22 0a11 7 0 1 0 -22 0ZM10 4a11 7 0 1 0 22 0a11 7 0 1 0 -22 0Z"],
  ],
  trench: [
    ["trench-rim", "M-42 10L-24 -8L-8 8L8 -8L24 8L42 -10"],
    ["trench", "M-42 10L-24 -8L-8 8L8 -8L24 8L42 -10"],
  ],
  emplacement: [
    ["sandbag", bags(30, 0.35, 2.8, 8)],
    ["sandbag", bags(30, 3.5, 5.9, 8)],
  ],
  vehicle_emplacement: [["sandbag", bags(45, -3.9, 0.76, 17)]],
  sangar: [["rock", ring(30, 13, 0, 6.283, (x, y) => stone(x, y, 7.5, seeded(`s${x}`)))]],
  fortified: [
    [
      "sandbag",
      [-26, -13, 0, 13, 26].map((x) => box(x, 24, 12, 8)).join("") +
        [-19, -6, 7, 20].map((x) => box(x, 16, 12, 8)).join(""),
    ],
  ],
  ladder: [["wire", "M-6 -20V20M6 -20V20M-6 -12H6M-6 -4H6M-6 4H6M-6 12H6"]],
};

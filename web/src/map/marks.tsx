/** Symbols of markers and printed features, in a box of about 80 by 70 around the centre. */

import type { Mark } from "../wire";
import { type Hex, seeded } from "./geometry";
import { box, circle, type Ink, Layer, stone } from "./ink";

/** Class and path of each part, from below. */
type Part = readonly [cls: string, d: string];

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
const STAR = "M0 -11L2.9 -3.6L10.5 -3.4L4.6 1.4L6.5 8.9L0 4.6L-6.5 8.9L-4.6 1.4L-10.5 -3.4L-2.9 -3.6Z";
const EYE = "M-12 0q12 -13 24 0q-12 13 -24 0Z";
const FLAG = "M-8 12V-13M-8 -12h17l-4 5.5l4 5.5h-17";
const TANK = "M-22 -15h44v7h-44ZM-22 8h44v7h-44ZM-18 -10h36v20h-36Z";

const bags = (radius: number, from: number, to: number, count: number): string =>
  ring(radius, count, from, to, (x, y, a) => box(x, y, 8, 12, a));

const SYMBOLS: Readonly<Record<string, readonly Part[]>> = {
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
  vehicle_emplacement: [["sandbag", bags(38, -3.9, 0.76, 15)]],
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

/** Small signs in a disc at the corner of the hex: path, and whether it is filled. */
const SIGNS: Readonly<Record<string, readonly Part[]>> = {
  spotted: [
    ["sign-line", EYE],
    ["sign-fill", circle(0, 0, 4)],
  ],
  objective: [["sign-fill", STAR]],
  victory: [["sign-fill", STAR]],
  event: [
    ["sign-line", "M0 -9V3"],
    ["sign-fill", circle(0, 8, 2)],
  ],
  paragraph: [
    ["sign-line", "M0 -9V3"],
    ["sign-fill", circle(0, 8, 2)],
  ],
  melee: [["sign-line", "M-9 -9L8 8M9 -9L-8 8M3 8L8 3M-3 8L-8 3"]],
  control: [["sign-line", FLAG]],
  flag: [["sign-line", FLAG]],
  illumination: [
    ["sign-line", "M0 -11V-6M0 6V11M-11 0H-6M6 0H11M-8 -8L-4 -4M4 4L8 8M8 -8L4 -4M-4 4L-8 8"],
    ["sign-fill", circle(0, 0, 4)],
  ],
  starshell: [
    ["sign-line", "M0 -11V-6M0 6V11M-11 0H-6M6 0H11M-8 -8L-4 -4M4 4L8 8M8 -8L4 -4M-4 4L-8 8"],
    ["sign-fill", circle(0, 0, 4)],
  ],
  target: [["sign-line", `${circle(0, 0, 7)}M0 -12V-3M0 3V12M-12 0H-3M3 0H12`]],
};

const alias = (kind: string): string => (kind.startsWith("event_") ? "event" : kind);

/** Keys with a drawing of their own. */
export const drawn = (kind: string): boolean => alias(kind) in SYMBOLS || alias(kind) in SIGNS;
/** A sign at the corner rather than something that lies in the hex. */
export const isSign = (kind: string): boolean => !(alias(kind) in SYMBOLS) && alias(kind) in SIGNS;

/** Printed features of a hex as part of the static map. */
export function drawFeature(ink: Ink, h: Hex, feature: string): void {
  if (["road", "bridge", "railroad", "path"].includes(feature)) return;
  const parts = SYMBOLS[alias(feature)];
  if (!parts) {
    ink.text(Layer.Text, "unknown-name", h.x, h.y + 30, feature.replaceAll("_", " "));
    return;
  }
  const inner = parts.map(([cls, d]) => `<path class="${cls}" d="${d}"/>`).join("");
  ink.raw(Layer.Low, `<g transform="translate(${h.x.toFixed(1)} ${h.y.toFixed(1)})">${inner}</g>`);
}

/** Drawn larger, so that counters in the hex do not hide them. */
const WIDE = new Set(["smoke", "ffe", "fire"]);

/** A marker that lies in the hex, with its short label. */
export function MarkArt({ mark, x, y, slot }: { mark: Mark; x: number; y: number; slot: number }) {
  const parts = SYMBOLS[alias(mark.kind)];
  const label = mark.name.length <= 9 || !mark.short ? mark.name : mark.short;
  const turn = mark.facing >= 0 ? mark.facing * 60 : 0;
  const lit = mark.kind === "fire" || mark.kind === "illumination" || mark.kind === "starshell";
  return (
    <g
      class={`mark m-${mark.kind} d${Math.min(2, Math.max(1, mark.strength))}`}
      transform={`translate(${x} ${y})`}
    >
      {lit && <circle r={92} class="glow" />}
      {parts && (
        <g transform={`rotate(${turn}) scale(${WIDE.has(mark.kind) ? 1.4 : 1})`}>
          {parts.map(([cls, d]) => (
            <path key={d} class={cls} d={d} />
          ))}
        </g>
      )}
      <g class="tag" transform={`translate(0 ${42 - slot * 15})`}>
        <rect x={-4 - label.length * 3.7} y={-8} width={8 + label.length * 7.4} height={15} rx={3} />
        <text y={4}>{label}</text>
      </g>
    </g>
  );
}

/** A small sign at the corner of a hex: spotted, objective, control … */
export function SignArt({
  kind,
  x,
  y,
  colour,
  text,
}: {
  kind: string;
  x: number;
  y: number;
  colour?: string;
  text?: string;
}) {
  const parts = SIGNS[alias(kind)];
  return (
    <g class={`sign s-${kind}`} transform={`translate(${x} ${y})`}>
      {kind === "control" ? (
        <>
          <path class="pole" d="M-7 12V-12" />
          <path class="banner" d="M-7 -12H11L7 -5L11 2H-7Z" style={colour ? { fill: colour } : undefined} />
        </>
      ) : (
        <>
          <circle r={13.5} class="sign-disc" />
          {parts ? (
            <g transform="scale(.82)">
              {parts.map(([cls, d]) => (
                <path key={d} class={cls} d={d} />
              ))}
            </g>
          ) : (
            <text class="sign-text" y={4.5}>
              {text?.slice(0, 2)}
            </text>
          )}
        </>
      )}
    </g>
  );
}

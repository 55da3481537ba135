/** Markers that lie in a hex, signs at its corners, and printed features. */

import { rare } from "../later";
import type { Mark } from "../wire";
import type { Hex } from "./geometry";
import { circle, type Ink, Layer } from "./ink";

/** Class and path of each part, from below. */
export type Part = readonly [cls: string, d: string];

const STAR = "M0 -11L2.9 -3.6L10.5 -3.4L4.6 1.4L6.5 8.9L0 4.6L-6.5 8.9L-4.6 1.4L-10.5 -3.4L-2.9 -3.6Z";
const EYE = "M-12 0q12 -13 24 0q-12 13 -24 0Z";
const FLAG = "M-8 12V-13M-8 -12h17l-4 5.5l4 5.5h-17";

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
  melee: [["sign-line", "M-9 -9L8 8M9 -9L-8 8M3 8L8 3M-3 8L-8 3"]],
  control: [["sign-line", FLAG]],
  flag: [["sign-line", FLAG]],
  starshell: [
    ["sign-line", "M0 -11V-6M0 6V11M-11 0H-6M6 0H11M-8 -8L-4 -4M4 4L8 8M8 -8L4 -4M-4 4L-8 8"],
    ["sign-fill", circle(0, 0, 4)],
  ],
  claymore: [["sign-line", "M-11 -5q11 -6 22 0v8q-11 -6 -22 0ZM-6 5l-2 6M6 5l2 6"]],
  target: [["sign-line", `${circle(0, 0, 7)}M0 -12V-3M0 3V12M-12 0H-3M3 0H12`]],
};

const alias = (kind: string): string => (kind.startsWith("event_") ? "event" : kind);

/** A sign at the corner rather than something that lies in the hex. */
export const isSign = (kind: string): boolean => alias(kind) in SIGNS;

export type Symbols = Readonly<Record<string, readonly Part[]>>;

/** Printed features of a hex as part of the static map; nothing before the symbols have come. */
export function drawFeature(ink: Ink, h: Hex, feature: string, symbols: Symbols | null): void {
  if (["road", "bridge", "railroad", "path"].includes(feature)) return;
  if (!symbols) return;
  const parts = symbols[alias(feature)];
  if (!parts) {
    ink.text(Layer.Text, "unknown-name", h.x, h.y + 30, feature.replaceAll("_", " "));
    return;
  }
  const inner = parts.map(([cls, d]) => `<path class="${cls}" d="${d}"/>`).join("");
  ink.raw(Layer.Low, `<g transform="translate(${h.x.toFixed(1)} ${h.y.toFixed(1)})">${inner}</g>`);
}

const NONE: Symbols = {};

/** Drawn larger, so that counters in the hex do not hide them. */
const WIDE = new Set(["smoke", "ffe", "fire", "emplacement", "sangar"]);

/** A marker that lies in the hex, with its short label. */
export function MarkArt({ mark, x, y, slot }: { mark: Mark; x: number; y: number; slot: number }) {
  const parts = (rare.value?.SYMBOLS ?? NONE)[alias(mark.kind)];
  const label = mark.name.length <= 12 || !mark.short ? mark.name : mark.short;
  const turn = mark.facing >= 0 ? mark.facing * 60 : 0;
  // A Barricade lies on a side of its hex, and so does its name.
  const side = mark.kind === "barricade" ? (turn * Math.PI) / 180 + 1e-9 : 0;
  const lit = mark.kind === "starshell" || (mark.kind === "fire" && mark.strength > 1);
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
      {mark.facing >= 0 && !side && (
        <path class="facing" d="M0 -50L9 -40H-9Z" transform={`rotate(${turn})`} />
      )}
      <g
        class="tag"
        transform={
          side
            ? `translate(${Math.round(34 * Math.sin(side))} ${Math.round(-34 * Math.cos(side))})`
            : `translate(0 ${42 - slot * 15})`
        }
      >
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

/** Silhouettes of units and weapons, in boxes of about 26 by 22 around the centre; one colour, `ink` of the counter. */

import { rare } from "../later";

/** A standing man with a helmet and a rifle at the hip. */
const MAN =
  "M-4.6 -7.2a4.6 4.4 0 0 1 9.2 0h1.2v1.6h-11.6v-1.6ZM-3.4 -4.8h6.8a3.4 3.2 0 0 1 -6.8 0ZM-6.4 11v-6.5q0 -5 5 -5.2h2.8q5 .2 5 5.2v6.5h-3v-5h-.9v5h-5v-5h-.9v5ZM-8.6 5.2l15 -5.4l.8 2l-15 5.4Z";

export const place = (d: string, x: number, y: number, k = 1): { d: string; t: string } => ({
  d,
  t: `translate(${x} ${y}) scale(${k})`,
});

export interface Shape {
  d: string;
  t?: string;
  /** Cut out of what lies below: drawn in the colour of the field. */
  gap?: boolean;
}

const BUST =
  "M-5.6 -5.4a5.6 5.2 0 0 1 11.2 0h1.5v1.8h-14.2v-1.8ZM-4.2 -2.8h8.4a4.2 4 0 0 1 -8.4 0ZM-9.6 11.4v-3q0 -5.6 6 -6.4q3.6 2.4 7.2 0q6 .8 6 6.4v3Z";
const CAP =
  "M-6.4 -7q6.4 -5.5 12.8 0l-.8 3h-11.2ZM-7 -4h11.6q2.4 .5 3.4 2h-15ZM-4.4 -1.4h8.8a4.4 4.2 0 0 1 -8.8 0ZM-9.6 11.8v-2.6q0 -5 6 -6q3.6 2.4 7.2 0q6 1 6 6v2.6Z";

/** Signs that tell single men apart, in a box of 12 by 12. */
const SIGN: Readonly<Record<string, string>> = {
  star: "M0 -6L1.6 -2L6 -1.9L2.6 .8L3.7 5L0 2.6L-3.7 5L-2.6 .8L-6 -1.9L-1.6 -2Z",
  laurel:
    "M-1 5.6q-6 -1.4 -5 -8l1.6 .6q-.6 4.8 3.4 6ZM1 5.6q6 -1.4 5 -8l-1.6 .6q.6 4.8 -3.4 6ZM0 -5.6l1.3 2.8h2.9l-2.3 2l.8 3l-2.7 -1.7l-2.7 1.7l.8 -3l-2.3 -2h2.9Z",
  cross: "M-2 -6h4v4h4v4h-4v4h-4v-4h-4v-4h4Z",
  crosshair:
    "M-5.4 0a5.4 5.4 0 1 0 10.8 0a5.4 5.4 0 1 0 -10.8 0ZM-3.8 0a3.8 3.8 0 1 1 7.6 0a3.8 3.8 0 1 1 -7.6 0ZM-.7 -6.6h1.4v4h-1.4ZM-.7 2.6h1.4v4h-1.4ZM-6.6 -.7h4v1.4h-4ZM2.6 -.7h4v1.4h-4Z",
  eye: "M-6.4 0q6.4 -8 12.8 0q-6.4 8 -12.8 0ZM-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0Z",
};

export const bust = (sign: string, cap = false): Shape[] => [
  place(cap ? CAP : BUST, -4, -1, 0.92),
  { d: sign, t: "translate(9.5 3.5)", gap: false },
];

const TEAM = [
  place(MAN, -10, 1, 0.82),
  { d: "M-1 8l15 -13l1.8 2l-12 10.4l2.2 4.6h-2.4l-2 -3.2l-1.8 4.2h-2.4ZM3 -4.6h5v5.2h-5Z" },
] as Shape[];

export const SHAPES: Readonly<Record<string, readonly Shape[]>> = {
  squad: [place(MAN, -8, 0), place(MAN, 8, 0)],
  half_squad: [place(MAN, 0, 0)],
  crew: [{ d: "M-12 4q0 -14 12 -14t12 14q3.4 .6 4 3h-32q.6 -2.4 4 -3ZM-9 8.6h18q-2 3 -9 3t-9 -3Z" }],
  weapon_team: TEAM,
  leader: bust(SIGN.star!, true),
  hero: bust(SIGN.laurel!),
  medic: bust(SIGN.cross!),
  corpsman: bust(SIGN.cross!),
  sniper: bust(SIGN.crosshair!),
  marksman: bust(SIGN.crosshair!),
  scout: bust(SIGN.eye!),
  commissar: bust(SIGN.star!, true),
};

export const VEHICLES = new Set(["vehicle"]);
export const AIR = new Set(["helicopter", "aircraft"]);

/** The figures of a kind; a man until those of rare kinds have come. */
export const silhouette = (kind: string): readonly Shape[] =>
  SHAPES[kind] ?? rare.value?.MORE_SHAPES[kind] ?? [{ d: BUST }];

const LONG = "M-15 -1.6h6l2 -1.4h7l1 1h14v2h-13l-1.4 2.2l-2.6 .2l.6 3h-2.6l-1.6 -3.2h-2.4l-3.6 3.4h-4Z";
/** Support Weapons: outlines of about 30 by 10. */
const WEAPONS: Readonly<Record<string, string>> = {
  machine_gun:
    "M-15 -2h7l1.4 -1.6h9l.8 1.2h12v2.4h-12l-4 6.2h-2.2l2.4 -5h-3l1 4.8h-3l-1.4 -4.6h-2l-2.6 2.6h-3.4ZM-2 -6h5v1.8h-5Z",
};
export const weapon = (kind: string): string => WEAPONS[kind] ?? rare.value?.MORE_WEAPONS[kind] ?? LONG;

/** Badges: one of eight shapes by name, so that units of one formation look alike. */
export const BADGES: readonly string[] = [
  "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0Z",
  "M0 -8L8 0L0 8L-8 0Z",
  "M-6.5 -6.5h13v13h-13Z",
  "M0 -7.5L7.5 6H-7.5Z",
  "M-6.5 -7h13v6q0 5 -6.5 8.4q-6.5 -3.4 -6.5 -8.4Z",
  "M-4 -7h8l4 7l-4 7h-8l-4 -7Z",
  "M0 -8L2 -2.6L7.8 -2.4L3.2 1.2L4.8 6.8L0 3.6L-4.8 6.8L-3.2 1.2L-7.8 -2.4L-2 -2.6Z",
  "M-7.5 -6H7.5L0 7.5Z",
];

/** Silhouettes of units and weapons that few battles have. */

import { bust, place, type Shape } from "./silhouettes";

/** Signs that tell single men apart, in a box of 12 by 12. */
const SIGN = {
  book: "M-6 -4.4q3 -1.6 5.4 .2v9q-2.4 -1.8 -5.4 -.2ZM6 -4.4q-3 -1.6 -5.4 .2v9q2.4 -1.8 5.4 -.2Z",
  latin: "M-1.4 -6.4h2.8v3.2h3.4v2.8h-3.4v6.8h-2.8v-6.8h-3.4v-2.8h3.4Z",
  heart: "M0 5.6q-6.4 -4.4 -6.2 -8q.4 -3.2 3.4 -3.2q2 0 2.8 2q.8 -2 2.8 -2q3 0 3.4 3.2q.2 3.6 -6.2 8Z",
  note: "M-1 5a2.6 2.2 0 1 1 -1.6 -2v-8.6l7 -1.6v7.6a2.6 2.2 0 1 1 -1.6 -2v-4.4l-3.8 .9Z",
  speech: "M-6 -5h12v7.4h-6.4l-3 3.2v-3.2h-2.6Z",
  wheel:
    "M-5.6 0a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0 -11.2 0ZM-3.4 0a3.4 3.4 0 1 1 6.8 0a3.4 3.4 0 1 1 -6.8 0Z",
};

const HORSE =
  "M-13 10l1.6 -8q-1 -5 4 -6h7l4 -6.5l1 -2.6l1.8 1.6l4.2 4.2l-1.4 2.6l-3.4 -.6l-2 4.2q-.4 4 -1.4 5l.8 6.1h-2.6l-1.4 -5.6h-6l-2 5.6Z";
const HELICOPTER =
  "M-4 -9q4 -4 8 0l1.6 8q0 4 -2.4 5.4l-1.4 10h3.4v2.4h-10.4v-2.4h3.4l-1.4 -10q-2.4 -1.4 -2.4 -5.4ZM-17 -6.4l33 9.4l.6 -1.8l-33 -9.4ZM-16 4.6l33 -9.4l-.6 -1.8l-33 9.4Z";
const PLANE =
  "M0 -15q2.4 2 2.4 6v3.4l15 6v3.4l-15 -2v7l4.6 3v2.4l-7 -1.4l-7 1.4v-2.4l4.6 -3v-7l-15 2v-3.4l15 -6v-3.4q0 -4 2.4 -6Z";
const GUN = "M-3 -13h2.4v12h1.2v-12h2.4v13h4a6 6 0 1 1 -6 6l-2.4 4h-2.4l-.4 -4a6 6 0 1 1 -1.2 -6ZM-8.6 6";

export const MORE_SHAPES: Readonly<Record<string, readonly Shape[]>> = {
  mounted_squad: [place(HORSE, -8, 1, 0.85), place(HORSE, 9, 1, 0.85)],
  mounted_half_squad: [place(HORSE, 0, 1)],
  armor_leader: bust(SIGN.wheel, true),
  political_officer: bust(SIGN.book, true),
  chaplain: bust(SIGN.latin),
  advisor: bust(SIGN.speech, true),
  nurse: bust(SIGN.heart),
  piper: bust(SIGN.note),
  helicopter: [{ d: HELICOPTER }],
  aircraft: [{ d: PLANE }],
  gun: [{ d: GUN }],
};

const TUBE = "M-15 -2.4h27l3 -1.6v6l-3 -1.6h-27ZM-6 .8h2.4v4.4h-2.4ZM2 .8h2.4v3.4h-2.4Z";
const TUBES = [
  "bazooka",
  "panzerfaust",
  "rpg",
  "piat",
  "law",
  "lrac",
  "apilas",
  "carl_gustav",
  "m203",
  "aa_missile",
  "flg_apav",
];

export const MORE_WEAPONS: Readonly<Record<string, string>> = {
  flamethrower: "M-15 -5h4v10h-4ZM-10 -5h4v10h-4ZM-6 0q4 5 9 0h7l4 -2.4v5l-4 -1h-6q-6 5 -10 .4Z",
  satchel_charge: "M-9 -3h18v9h-18ZM-3.4 -6.4h6.8v3h-2v-1.4h-2.8v1.4h-2Z",
  molotov: "M-2 -7h4v4q4 2 4 5v5h-12v-5q0 -3 4 -5ZM2.4 -8q4 -1 4 2Z",
  mortar: "M-12 6h9l7 -14l3.4 1.6l-6.4 12.4h11v2h-24Z",
  claymore: "M-10 -4q10 -4 20 0v7q-10 -4 -20 0ZM-6 3.4l-2 4M6 3.4l2 4",
  ...Object.fromEntries(TUBES.map((kind) => [kind, TUBE])),
};

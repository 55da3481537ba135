/** Cells of a three by three grid that have a pip, by face. */
const FACES = ["", "4", "08", "048", "0268", "02468", "035268"];

/** Where the pips of a face are, in steps of one around the middle; none for a face no die has. */
export function pips(face: number): [x: number, y: number][] {
  return [...(FACES[face] ?? "")].map((cell) => [(+cell % 3) - 1, Math.floor(+cell / 3) - 1]);
}

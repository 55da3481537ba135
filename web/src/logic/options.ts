import type { Decision, Option, Piece, Position } from "../wire";

/** The hex a place is in: "H6/upper" is in "H6". */
export function hexOf(place: string): string {
  const slash = place.indexOf("/");
  return slash < 0 ? place : place.slice(0, slash);
}

/** Pieces in a hex, all floors of it. */
export function piecesIn(position: Position, hex: string): Piece[] {
  return position.pieces.filter((piece) => piece.at !== "" && hexOf(piece.at) === hexOf(hex));
}

/** Places of a hex that hold pieces of a side, the hex itself first. */
export function placesOf(position: Position, hex: string, side: number): string[] {
  const found = new Set<string>();
  for (const piece of piecesIn(position, hex)) if (piece.side === side) found.add(piece.at);
  return [...found].sort((a, b) => a.length - b.length);
}

export interface Group {
  key: string;
  title: string;
  options: Option[];
}

/** Options in the groups of the question, in their order; what has no group comes last. */
export function grouped(decision: Decision, options: readonly Option[] = decision.options): Group[] {
  const groups: Group[] = decision.groups.map(([key, title]) => ({ key, title, options: [] }));
  for (const option of options) {
    let group = groups.find((one) => one.key === option.group);
    if (!group) {
      group = { key: option.group, title: option.group, options: [] };
      groups.push(group);
    }
    group.options.push(option);
  }
  return groups.filter((group) => group.options.length > 0);
}

const offMap = (position: Position): Set<string> =>
  new Set(position.pieces.filter((piece) => piece.at === "").map((piece) => piece.id));

/** The tray: units that wait off the map and can be placed now, with their options. */
export function tray(decision: Decision | null, position: Position): Map<string, Option[]> {
  const found = new Map<string, Option[]>();
  if (!decision) return found;
  const off = offMap(position);
  for (const option of decision.options) {
    if (!option.at || !off.has(option.unit)) continue;
    const list = found.get(option.unit);
    if (list) list.push(option);
    else found.set(option.unit, [option]);
  }
  return found;
}

/** Units that wait off the map and can be picked to enter it together. */
export function entrants(decision: Decision, position: Position): Set<string> {
  const off = offMap(position);
  return new Set(
    decision.options.filter((one) => one.kind === "add_mover" && off.has(one.unit)).map((one) => one.unit),
  );
}

/** Options that point at a hex. */
export function optionsAt(decision: Decision | null, hex: string): Option[] {
  return decision?.options.filter((option) => option.at !== "" && hexOf(option.at) === hexOf(hex)) ?? [];
}

/** Options of a stack: its units, or orders that begin there. */
export function optionsFrom(decision: Decision | null, position: Position, hex: string): Option[] {
  if (!decision) return [];
  const here = new Set(piecesIn(position, hex).map((piece) => piece.id));
  return decision.options.filter(
    (option) => here.has(option.unit) || (option.origin !== "" && hexOf(option.origin) === hexOf(hex)),
  );
}

/** Pieces that may act now: named by an option, or standing where an order can begin. */
export function readyPieces(decision: Decision | null, position: Position): Set<string> {
  const found = new Set<string>();
  if (!decision) return found;
  const places = new Set<string>();
  for (const option of decision.options) {
    if (option.unit) found.add(option.unit);
    if (option.origin) places.add(option.origin);
    else if (option.at && !option.unit) places.add(option.at);
  }
  for (const piece of position.pieces) {
    if (piece.side === decision.side && piece.at && places.has(piece.at)) found.add(piece.id);
  }
  return found;
}

/** Whether an option can be found on the map: it points at a place, or is for a unit that stands somewhere. */
export function onMap(option: Option, position: Position): boolean {
  if (option.at || option.origin) return true;
  return option.unit !== "" && position.pieces.some((piece) => piece.id === option.unit && piece.at !== "");
}

/** The one thing to press: what the server calls primary, else a single choice. Never doing nothing while there is
 * something to do: that is a button of its own. */
export function primary(decision: Decision | null): Option | null {
  if (!decision) return null;
  const named = decision.options.filter((option) => option.primary);
  const found = named.length === 1 ? named[0]! : decision.options.length === 1 ? decision.options[0]! : null;
  return found?.passes && decision.options.some((option) => !option.passes) ? null : found;
}

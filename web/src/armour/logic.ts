import type { Click, Flow } from "../logic/flow";
import { reachAt } from "../logic/flow";
import { hexOf } from "../logic/options";
import type { Card, Chance, Command, Decision, MenuItem, Option, Position } from "../wire";

/** One direction something can be turned to. */
export interface Turn {
  /** Degrees from the top of the map, clockwise. */
  bearing: number;
  text: string;
  /** What it costs. */
  note: string;
  do: Command[];
}

/** The directions of one order, around a hex. */
export interface Turns {
  place: string;
  title: string;
  list: Turn[];
}

/** Number of the key for a direction: 1 is at the top or left of it, then clockwise. */
export const digit = (bearing: number): number => Math.floor(((bearing + 30) % 360) / 60) + 1;

/** Orders that end with a direction, by what they are without it. */
export function setsOf(
  ways: readonly { option: Option; do: Command[] }[],
  place: (option: Option) => string,
): Turns[] {
  const found = new Map<string, Turns>();
  for (const way of ways) {
    const { turn, bearing, text } = way.option;
    if (!turn || bearing < 0) continue;
    if (!found.has(turn)) found.set(turn, { place: place(way.option), title: turn, list: [] });
    found.get(turn)!.list.push({ bearing, text, note: "", do: way.do });
  }
  return [...found.values()];
}

const placeIn = (position: Position, decision: Decision) => (option: Option) =>
  option.at ||
  (position.pieces.find((piece) => piece.id === option.unit)?.at ?? "") ||
  (decision.focus[0] ?? "");

/** Directions that can be chosen right now without another click. */
export function turnsOf(flow: Flow, decision: Decision | null, position: Position): Turns | null {
  if (!decision) return null;
  if (flow.kind === "turn") return flow.sets[flow.chosen] ?? null;
  const hex = reachAt(flow);
  if (hex) {
    if (hex.facings.length === 0) return null;
    return {
      place: hex.at,
      title: "",
      list: hex.facings.map((one) => ({
        bearing: one.bearing,
        text: one.text,
        note: one.cost,
        do: one.do,
      })),
    };
  }
  if (flow.kind !== "idle" && flow.kind !== "reach") return null;
  const ways = decision.options.map((option) => ({ option, do: [option.do] }));
  const sets = setsOf(ways, placeIn(position, decision));
  return sets.length === 1 && sets[0]!.place ? sets[0]! : null;
}

/** The choice of a direction for orders of a menu that differ in nothing else. */
export function turnFlow(from: Flow, place: string, items: readonly MenuItem[]): Flow {
  const ways = items.map((item) => ({ option: item.options[0]!, do: item.do }));
  return { kind: "turn", from, sets: setsOf(ways, () => place), chosen: 0 };
}

/** What a click on a hex means where a direction has to be chosen next; null: what it always means. */
export function click(flow: Flow, decision: Decision, position: Position, place: string): Click | null {
  const same = (at: string) => at !== "" && hexOf(at) === hexOf(place);
  if (flow.kind === "place" || flow.kind === "idle") {
    const unit = flow.kind === "place" ? flow.unit : "";
    const ways = decision.options
      .filter((option) => option.turn && same(option.at) && (!unit || option.unit === unit))
      .filter((option) => unit || !position.pieces.some((piece) => piece.id === option.unit))
      .map((option) => ({ option, do: [option.do] }));
    const sets = setsOf(ways, () => place);
    if (sets.length > 0) return { do: "flow", flow: { kind: "turn", from: flow, sets, chosen: 0 } };
  }
  return null;
}

/** Where a round may fall, if a card tells of one. */
export function scatterOf(card: Card | null | undefined): Chance[] {
  return card?.rolls.find((roll) => roll.what === "scatter")?.chances ?? [];
}

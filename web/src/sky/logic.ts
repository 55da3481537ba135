import type { Click, Flow } from "../logic/flow";
import { hexOf } from "../logic/options";
import type { Highlight } from "../map/contract";
import type { Table } from "../state/table";
import type { Decision, Flight, FlightPath, Option } from "../wire";

export interface SkyOverlay {
  /** Hexes that are lit at night; null by day. */
  lit: readonly string[] | null;
  /** Hexes with enemies whom the night hides from the side that looks. */
  hidden: readonly string[];
  flight: Flight | null;
  /** The way of a helicopter in its impulse. */
  flown: FlightPath | null;
  /** Lines an aircraft could fly, the one looked at last. */
  lines: readonly Option[];
  chosen: Option | null;
}

/** Orders to enter the map along a line. */
export const linesOf = (decision: Decision | null): Option[] =>
  decision?.options.filter((option) => option.path.length > 0) ?? [];

/** What night and aircraft add to the map. */
export function overlay(table: Table): SkyOverlay | null {
  const position = table.position.value;
  if (!position) return null;
  const flow = table.flow.value;
  const { night, flight, flown } = position;
  const seen = new Set([...(night[0] ?? []), ...(night[table.side + 1] ?? [])]);
  const dark =
    night[0] && table.side >= 0
      ? position.pieces.filter((one) => one.at && one.side !== table.side && !seen.has(hexOf(one.at)))
      : [];
  const all = linesOf(table.mine.value);
  const hover = table.hover.value && hexOf(table.hover.value);
  const lines =
    flow.kind === "line" ? flow.lines : flow.kind === "idle" ? all.filter((one) => one.at === hover) : [];
  return {
    lit: night[0] ?? null,
    hidden: [...new Set(dark.map((one) => hexOf(one.at)))],
    flight,
    flown,
    lines,
    chosen: flow.kind === "line" ? flow.lines[flow.chosen]! : null,
  };
}

/** The line with the most to attack comes first. */
const best = (lines: readonly Option[]): number =>
  lines.reduce((most, line, i) => (line.strikes.length > lines[most]!.strikes.length ? i : most), 0);

/** What a click on a hex means while an aircraft's line is chosen; null: what it always means. */
export function click(flow: Flow, decision: Decision, place: string): Click | null {
  const all = linesOf(decision);
  if (all.length === 0 || (flow.kind !== "idle" && flow.kind !== "line")) return null;
  const hex = hexOf(place);
  if (flow.kind === "line") {
    const on = flow.lines.findIndex((line) => line.path.indexOf(hex) > 0);
    if (on >= 0 && on === flow.chosen) return { do: "give", commands: [flow.lines[on]!.do] };
    if (on >= 0) return { do: "flow", flow: { ...flow, chosen: on } };
  }
  const lines = all.filter((line) => line.at === hex);
  if (lines.length === 0) return null;
  return { do: "flow", flow: { kind: "line", from: { kind: "idle" }, lines, chosen: best(lines) } };
}

/** Way of going somewhere that the server calls flying. */
const FLY = "fly";

/** Where a helicopter can fly is nearly everywhere: only where somebody may answer is told, and how many may. */
export function lit(flow: Flow, found: ReadonlyMap<string, Highlight>): ReadonlyMap<string, Highlight> {
  if (flow.kind !== "reach" || flow.reach?.mode !== FLY) return found;
  const threats = new Map(flow.reach.hexes.map((hex) => [hexOf(hex.at), hex.threats.length]));
  return new Map(
    [...found].map(([hex, light]): [string, Highlight] => {
      const many = threats.get(hex) ?? 0;
      if (light.kind !== "reach") return [hex, light];
      return [hex, { ...light, kind: "legal", label: many ? String(many) : "", warn: many > 0 }];
    }),
  );
}

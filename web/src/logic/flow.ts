import type { Highlight } from "../map/contract";
import { percent } from "../strings";
import type { Card, Command, Decision, Menu, MenuItem, Position, Reach, ReachHex, Target } from "../wire";
import { hexOf, optionsAt, tray } from "./options";

/** Where the player is between two orders. Nothing here knows a rule: the server says what may be done. */
export type Flow =
  | { kind: "idle" }
  | { kind: "stack"; place: string; menu: Menu | null; asking: boolean }
  | { kind: "reach"; from: Flow; item: MenuItem; mode: string; reach: Reach | null; at: string }
  | { kind: "targets"; from: Flow; item: MenuItem; targets: Target[] | null; at: string }
  | {
      kind: "confirm";
      from: Flow;
      text: string;
      rule: string;
      do: Command[];
      card: Card | null;
      asking: boolean;
    }
  | { kind: "place"; unit: string };

export const IDLE: Flow = { kind: "idle" };

/** One step back. */
export function back(flow: Flow): Flow {
  if (flow.kind === "reach" || flow.kind === "targets") return flow.at ? { ...flow, at: "" } : flow.from;
  if (flow.kind === "confirm") return flow.from;
  return IDLE;
}

export function reachAt(flow: Flow): ReachHex | null {
  if (flow.kind !== "reach" || !flow.at) return null;
  return bestReach(flow.reach, flow.at);
}

/** What a click on a hex means while moving: the place itself, else the first floor of it that can be reached. */
export function bestReach(reach: Reach | null, place: string): ReachHex | null {
  const all = reach?.hexes ?? [];
  return all.find((hex) => hex.at === place) ?? all.find((hex) => hexOf(hex.at) === hexOf(place)) ?? null;
}

export function bestTarget(targets: readonly Target[] | null, place: string): Target | null {
  const all = targets ?? [];
  return all.find((one) => one.at === place) ?? all.find((one) => hexOf(one.at) === hexOf(place)) ?? null;
}

export function targetAt(flow: Flow): Target | null {
  return flow.kind === "targets" && flow.at ? bestTarget(flow.targets, flow.at) : null;
}

/** Chance of an effect as a short label. */
export function chance(card: Card | null): string {
  return card && card.any >= 0 ? percent(card.any) : "";
}

/** What is lit on the map, and why. */
export function highlights(
  flow: Flow,
  decision: Decision | null,
  position: Position,
  hover: string,
): Map<string, Highlight> {
  const lit = new Map<string, Highlight>();
  const put = (place: string, highlight: Highlight) => {
    const hex = hexOf(place);
    const old = lit.get(hex);
    if (!old || rank(highlight) > rank(old)) lit.set(hex, highlight);
  };
  if (!decision) return lit;
  for (const place of decision.focus) put(place, { kind: "focus" });
  if (flow.kind === "reach") {
    for (const hex of flow.reach?.hexes ?? []) {
      put(hex.at, {
        kind: "reach",
        label: hex.cost,
        warn: hex.threats.length > 0,
        strong: hex.at === flow.at,
        title: hex.text || hex.cost,
      });
    }
    const chosen = reachAt(flow) ?? bestReach(flow.reach, hover);
    for (const threat of chosen?.threats ?? []) put(threat.origin, { kind: "threat", title: threat.text });
  } else if (flow.kind === "targets") {
    for (const one of flow.targets ?? []) {
      put(one.at, { kind: "target", label: chance(one.card), strong: one.at === flow.at, title: one.text });
    }
  } else if (flow.kind === "place") {
    for (const option of decision.options) {
      if (option.unit === flow.unit && option.at) put(option.at, { kind: "legal", title: option.text });
    }
  } else if (flow.kind === "idle" && decision.options.length > 0) {
    const waiting = tray(decision, position);
    const options = waiting.size > 0 ? [...waiting.values()].flat() : decision.options;
    for (const option of options) {
      if (option.at)
        put(option.at, { kind: option.group === "fire" ? "target" : "legal", title: option.text });
    }
  }
  return lit;
}

function rank(highlight: Highlight): number {
  if (highlight.strong) return 4;
  return { focus: 0, path: 1, threat: 1, legal: 2, reach: 2, target: 3 }[highlight.kind];
}

/** What a click or Enter on a hex does. */
export type Click =
  | { do: "give"; commands: Command[] }
  | { do: "flow"; flow: Flow }
  | { do: "ask"; text: string; rule: string; commands: Command[] }
  | { do: "menu"; place: string }
  | { do: "inspect"; place: string };

export function click(flow: Flow, decision: Decision | null, position: Position, place: string): Click {
  if (!decision || decision.options.length === 0) return { do: "inspect", place };
  if (flow.kind === "reach") {
    const hex = bestReach(flow.reach, place);
    if (hex)
      return flow.at === hex.at
        ? { do: "give", commands: hex.do }
        : { do: "flow", flow: { ...flow, at: hex.at } };
  }
  if (flow.kind === "targets") {
    const one = bestTarget(flow.targets, place);
    if (one)
      return flow.at === one.at
        ? { do: "give", commands: one.do }
        : { do: "flow", flow: { ...flow, at: one.at } };
  }
  if (flow.kind === "place") {
    const option = decision.options.find((one) => one.unit === flow.unit && one.at && sameHex(one.at, place));
    if (option) return { do: "give", commands: [option.do] };
  }
  const own = position.pieces.some(
    (piece) => piece.side === decision.side && piece.at && sameHex(piece.at, place),
  );
  if (own) return { do: "menu", place };
  const here = optionsAt(decision, place).filter(
    (option) => tray(decision, position).size === 0 || !option.unit,
  );
  if (here.length === 1) {
    const option = here[0]!;
    if (option.group !== "fire") return { do: "give", commands: [option.do] };
    return { do: "ask", text: option.text, rule: option.rule, commands: [option.do] };
  }
  return here.length > 1 ? { do: "menu", place } : { do: "inspect", place };
}

function sameHex(a: string, b: string): boolean {
  return hexOf(a) === hexOf(b);
}

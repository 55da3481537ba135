import type { Turns } from "../armour/logic";
import type { Highlight } from "../map/contract";
import { percent } from "../strings";
import type {
  Card,
  Command,
  Decision,
  Menu,
  MenuItem,
  Option,
  Position,
  Reach,
  ReachHex,
  Target,
  Threat,
} from "../wire";
import { hexOf, optionsAt, tray } from "./options";

/** Where the player is between two orders. Nothing here knows a rule: the server says what may be done. */
export type Flow =
  | { kind: "idle" }
  | { kind: "stack"; place: string; menu: Menu | null; asking: boolean }
  | {
      kind: "reach";
      from: Flow;
      item: MenuItem;
      mode: string;
      units: string[];
      reach: Reach | null;
      /** The answer before, as long as the next one is on its way. */
      was?: Reach | null;
      at: string;
    }
  | { kind: "targets"; from: Flow; item: MenuItem; units: string[]; targets: Target[] | null; at: string }
  | {
      kind: "confirm";
      from: Flow;
      text: string;
      rule: string;
      do: Command[];
      card: Card | null;
      asking: boolean;
      at: string;
    }
  | { kind: "turn"; from: Flow; sets: Turns[]; chosen: number }
  /** Lines an aircraft can fly from one hex, the one looked at by its number. */
  | { kind: "line"; from: Flow; lines: Option[]; chosen: number }
  | { kind: "pick"; from: Flow; title: string; items: MenuItem[] }
  | { kind: "place"; unit: string };

export const IDLE: Flow = { kind: "idle" };

/** Key of the item that stands for units picked to enter the map together. */
export const ENTRY = "entry";

/** Units that are picked to enter the map; null if none are being picked. */
export const picking = (flow: Flow): readonly string[] | null =>
  flow.kind === "reach" && flow.item.key === ENTRY ? flow.units : null;

/** One step back. */
export function back(flow: Flow): Flow {
  if (flow.kind === "reach" || flow.kind === "targets") return flow.at ? { ...flow, at: "" } : flow.from;
  return "from" in flow ? flow.from : IDLE;
}

/** Whether dice come of an order at once, so that its chances are looked at first. */
export const aimed = (order: { group: string }): boolean => /^(fire|light)$/.test(order.group);

/** Where a menu item that is a whole order points. */
export function itemAt(item: MenuItem): string {
  return item.options[0]?.at ?? "";
}

/** Items of a menu, those that differ only in the place they point at as one bundle. */
export function bundled(items: readonly MenuItem[]): MenuItem[][] {
  const found = new Map<string, MenuItem[]>();
  for (const item of items) {
    const option = item.options[0];
    const key =
      option?.turn ||
      (option?.at && !item.next
        ? `${option.kind} ${option.unit} ${option.origin} ${option.means}`
        : `${item.key} ${item.text}`);
    const list = found.get(key);
    if (list) list.push(item);
    else found.set(key, [item]);
  }
  return [...found.values()];
}

export function reachAt(flow: Flow): ReachHex | null {
  if (flow.kind !== "reach" || !flow.at) return null;
  return bestReach(flow.reach, flow.at);
}

/** The order to go there without the stop at its end, for whoever wants to decide there; null if it has none. */
export function onward(hex: ReachHex): Command[] | null {
  return hex.do.at(-1)?.do === "stop_move" ? hex.do.slice(0, -1) : null;
}

/** Reactions a whole way may draw: those of every place on it that the same answer knows, each once. */
export function threatsOf(reach: Reach | null, hex: ReachHex): { at: string; threat: Threat }[] {
  const found = new Map<string, { at: string; threat: Threat }>();
  for (const at of hex.path.slice(1)) {
    const step = at === hex.at ? hex : reach?.hexes.find((one) => one.at === at);
    for (const threat of step?.threats ?? []) found.set(`${at} ${threat.text}`, { at, threat });
  }
  return [...found.values()];
}

/** A unit joins or leaves a group; nobody left means everybody who may. */
export function toggled(units: readonly string[], all: readonly string[], unit: string): string[] {
  const now = units.length > 0 ? units : all;
  const next = now.includes(unit) ? now.filter((one) => one !== unit) : [...now, unit];
  return next.length === 0 || next.length === all.length ? [] : all.filter((one) => next.includes(one));
}

/** What a click on a hex means while moving: the place itself, else the first floor of it that can be reached. */
export function bestReach(reach: Reach | null, place: string): ReachHex | null {
  const all = reach?.hexes ?? [];
  return all.find((hex) => hex.at === place) ?? all.find((hex) => hexOf(hex.at) === hexOf(place)) ?? null;
}

/** What tells a target from others, also of the same place. */
export const keyOf = (target: Target): string => target.key || target.at;

export function bestTarget(targets: readonly Target[] | null, place: string): Target | null {
  const all = targets ?? [];
  return (
    all.find((one) => keyOf(one) === place) ??
    all.find((one) => one.at === place) ??
    all.find((one) => hexOf(one.at) === hexOf(place)) ??
    null
  );
}

/** The shot that an option begins, and no other at the same place: neither another way to fire nor at somebody else. */
export function meant(targets: readonly Target[], option: Option): Target | undefined {
  const text = JSON.stringify(option.do);
  return targets.find((one) => JSON.stringify(one.do).includes(text));
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
        label: /^\S+/.exec(hex.cost)?.[0] ?? "",
        warn: threatsOf(flow.reach, hex).length > 0,
        strong: hex.at === flow.at,
        title: hex.text || hex.cost,
      });
    }
    const chosen = reachAt(flow) ?? bestReach(flow.reach, hover);
    for (const { threat } of chosen ? threatsOf(flow.reach, chosen) : []) {
      put(threat.origin, { kind: "threat", title: threat.text });
    }
  } else if (flow.kind === "targets") {
    for (const one of flow.targets ?? []) {
      put(one.at, {
        kind: "target",
        label: chance(one.card),
        strong: keyOf(one) === flow.at,
        title: one.text,
      });
    }
  } else if (flow.kind === "pick") {
    for (const item of flow.items) put(itemAt(item), { kind: "legal", title: item.text });
  } else if (flow.kind === "place") {
    for (const option of decision.options) {
      if (option.unit === flow.unit && option.at) put(option.at, { kind: "legal", title: option.text });
    }
  } else if (flow.kind === "idle" && decision.options.length > 0) {
    const waiting = tray(decision, position);
    const others = decision.options.filter((option) => option.at && !waiting.has(option.unit));
    const options = others.length > 0 ? others : [...waiting.values()].flat();
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
  | { do: "aim"; option: Option; order?: Command[]; from?: Flow }
  | { do: "menu"; place: string }
  | { do: "inspect"; place: string }
  /** The answer the click needs is on its way. */
  | { do: "wait" };

export function click(flow: Flow, decision: Decision | null, position: Position, place: string): Click {
  if (!decision || decision.options.length === 0) return { do: "inspect", place };
  if ((flow.kind === "reach" && !flow.reach) || (flow.kind === "targets" && !flow.targets))
    return { do: "wait" };
  if (flow.kind === "reach") {
    const hex = bestReach(flow.reach, place);
    if (hex)
      return flow.at === hex.at
        ? { do: "give", commands: hex.do }
        : { do: "flow", flow: { ...flow, at: hex.at } };
    if (picking(flow)) return { do: "inspect", place };
  }
  if (flow.kind === "targets") {
    const one = bestTarget(flow.targets, place);
    const now = targetAt(flow);
    if (one)
      return now?.at === one.at
        ? { do: "give", commands: now.do }
        : { do: "flow", flow: { ...flow, at: keyOf(one) } };
  }
  const pick = flow.kind === "confirm" ? flow.from : flow;
  if (pick.kind === "pick") {
    const item = pick.items.find((one) => sameHex(itemAt(one), place));
    if (item && aimed(item) && !(flow.kind === "confirm" && sameHex(flow.at, place)))
      return { do: "aim", option: item.options[0]!, order: item.do, from: pick };
    if (item) return { do: "give", commands: item.do };
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
    if (!aimed(option)) return { do: "give", commands: [option.do] };
    return { do: "aim", option };
  }
  return here.length > 1 ? { do: "menu", place } : { do: "inspect", place };
}

function sameHex(a: string, b: string): boolean {
  return hexOf(a) === hexOf(b);
}

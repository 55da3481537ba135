/** Who stands where in a hex: by layer and side, and in a fan when a stack is looked at. */

import type { Item, Mark, Piece, Position } from "../wire";
import { hexOf, layerOf } from "./geometry";

/** Everything in one hex, with a key that changes when something of it does. */
export interface Content {
  pieces: Piece[];
  lying: Item[];
  marks: Mark[];
  carried: Map<string, Item[]>;
  /** Who rides, by vehicle. */
  aboard: Map<string, Piece[]>;
  /** Side that controls the hex, negative: nobody. */
  control: number;
  /** How the pieces stand. */
  groups: Group[];
  key: string;
}

const empty = (): Content => ({
  pieces: [],
  lying: [],
  marks: [],
  carried: new Map(),
  aboard: new Map(),
  control: -1,
  groups: [],
  key: "",
});

/** What lies in every hex. */
export function contents(position: Position): Map<string, Content> {
  const out = new Map<string, Content>();
  const get = (place: string): Content => {
    const name = hexOf(place);
    if (!out.has(name)) out.set(name, empty());
    return out.get(name)!;
  };
  const where = new Map<string, string>();
  for (const piece of position.pieces) {
    if (!piece.at || piece.out || piece.aboard) continue;
    get(piece.at).pieces.push(piece);
    where.set(piece.id, piece.at);
  }
  for (const piece of position.pieces) {
    const at = where.get(piece.aboard);
    if (at !== undefined) {
      const { aboard } = get(at);
      aboard.set(piece.aboard, [...(aboard.get(piece.aboard) ?? []), piece]);
    }
  }
  for (const item of position.items) {
    const at = where.get(item.carrier);
    if (at !== undefined) {
      const { carried } = get(at);
      carried.set(item.carrier, [...(carried.get(item.carrier) ?? []), item]);
    } else if (item.at && !item.carrier) get(item.at).lying.push(item);
  }
  for (const mark of position.marks) if (mark.at) get(mark.at).marks.push(mark);
  for (const [place, side] of Object.entries(position.control)) get(place).control = side;
  for (const c of out.values()) {
    c.groups = groups(c.pieces);
    c.key = JSON.stringify([c.pieces, c.lying, c.marks, [...c.carried], [...c.aboard], c.control]);
  }
  return out;
}

const SMALL =
  /^(leader|hero|medic|corpsman|sniper|armor_leader|scout|commissar|political_officer|chaplain|advisor|nurse|piper|marksman)$/;
const ORDER = ["", "upper", "roof", "air", "bunker", "cave", "tunnel"];

export interface Spot {
  piece: Piece;
  x: number;
  y: number;
}

export interface Group {
  layer: string;
  side: number;
  x: number;
  y: number;
  /** From the back to the front. */
  spots: Spot[];
}

const CENTRES: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[0, 0]],
  2: [
    [-27, 0],
    [27, 0],
  ],
  3: [
    [-28, 16],
    [28, 16],
    [0, -22],
  ],
  4: [
    [-28, 20],
    [28, 20],
    [-28, -22],
    [28, -22],
  ],
};

/** Groups of a hex, ground first, each with its counters from back to front. */
export function groups(pieces: readonly Piece[]): Group[] {
  const by = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const key = `${layerOf(piece.at)} ${piece.side}`;
    by.set(key, [...(by.get(key) ?? []), piece]);
  }
  const list = [...by.values()].sort(
    (a, b) => ORDER.indexOf(layerOf(a[0]!.at)) - ORDER.indexOf(layerOf(b[0]!.at)) || a[0]!.side - b[0]!.side,
  );
  const layers = new Set(list.map((g) => layerOf(g[0]!.at)));
  const off = layers.has("air") ? 1.3 : 1; // helicopters are large
  const centres =
    list.length === 2 && layers.size === 2
      ? ([
          [-24 * off, 17 * off],
          [24 * off, -17 * off],
        ] as const)
      : CENTRES[Math.min(4, list.length)]!;
  return list.map((members, i) => {
    const [x, y] = centres[i % centres.length]!;
    const many = members.length;
    const dx = list.length > 1 ? 5 : many > 3 ? 8 : many > 2 ? 11 : 15;
    const dy = list.length > 1 ? -5 : many > 3 ? -6 : -8;
    const front = [...members].sort((a, b) => Number(SMALL.test(a.kind)) - Number(SMALL.test(b.kind)));
    const spots = front.map((piece, k) => ({
      piece,
      x: x + dx * (k - (many - 1) / 2),
      y: y + dy * (k - (many - 1) / 2),
    }));
    return { layer: layerOf(members[0]!.at), side: members[0]!.side, x, y, spots: spots.reverse() };
  });
}

/** A fan: rows of at most four counters, one or more rows per group. */
export function fan(
  groups: readonly Group[],
  laden: boolean,
  riders: readonly Piece[] = [],
): { rows: { layer: string; spots: Spot[] }[]; width: number; height: number } {
  const step = 76;
  const high = laden ? 84 : 68;
  const rows: { layer: string; spots: Spot[] }[] = [];
  const list = riders.length
    ? [...groups, { layer: "aboard", spots: riders.map((piece) => ({ piece, x: 0, y: 0 })) }]
    : groups;
  for (const group of list) {
    const order = [...group.spots].reverse();
    for (let i = 0; i < order.length; i += 4) {
      const part = order.slice(i, i + 4);
      rows.push({
        layer: group.layer,
        spots: part.map((s, k) => ({ piece: s.piece, x: (k - (part.length - 1) / 2) * step, y: 0 })),
      });
    }
  }
  const width = Math.max(...rows.map((r) => r.spots.length)) * step + 26;
  rows.forEach((row, i) => {
    for (const s of row.spots) s.y = (i - (rows.length - 1) / 2) * high - (laden ? 8 : 0);
  });
  return { rows, width, height: rows.length * high + 14 };
}

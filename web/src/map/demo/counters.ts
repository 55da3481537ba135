/** Counters made up for looking at: every kind, every state. */

import type { BoardArt, Chip, Gear, HexArt, Item, Mark, Piece, Position, SideInfo } from "../../wire";
import { boardOf, hex } from "./boards";

const chip = (key: string, short: string): Chip => ({ key, short, name: key, rule: "" });

const tank = (facing: number, turret: number): Gear => ({
  facing,
  turret,
  armor: ["5/4", "3/4", "2/3"],
  hatch: "open",
  drives: "T",
  mgs: ["4", "4*"],
  guns: [{ name: "", he: "3", ammo: "ap", bands: [["7", "8", "4"]] }],
  capacity: "PPO",
});

export function piece(
  id: string,
  kind: string,
  sideNo: number,
  at: string,
  more: Partial<Piece> = {},
): Piece {
  return {
    id,
    type: kind,
    name: id,
    kind,
    side: sideNo,
    at,
    badge: "",
    fp: "2",
    range: "6",
    mf: "4",
    morale: "5",
    lm: "",
    boxes: [],
    letters: [],
    chips: [],
    shaken: false,
    wounded: false,
    done: false,
    out: "",
    carries: [],
    skills: [],
    gear: null,
    aboard: "",
    aloft: null,
    riding: "",
    label: `${id} at ${at}`,
    ...more,
  };
}

export const SIDES: SideInfo[] = [
  { id: "us", name: "US", nation: "us", colour: "#b8c878", edge: "plain" },
  { id: "de", name: "German", nation: "de", colour: "#93a0b3", edge: "notched" },
];

export function positionOf(
  pieces: Piece[],
  items: Item[] = [],
  marks: Mark[] = [],
  control: Record<string, number> = {},
): Position {
  return {
    turn: 2,
    turns: 8,
    phase: "operations",
    night: [],
    flown: null,
    flight: null,
    phase_name: "Operations Phase",
    initiative: 0,
    active: 0,
    pieces,
    items,
    marks,
    control,
    goals: [],
    standing: "",
    over: null,
  };
}

const single = { fp: "", range: "", lm: "", mf: "5", morale: "6" };

/** Every counter and state on a plain board. */
export function counterGallery(): { board: BoardArt; position: Position } {
  const hexes: HexArt[] = [];
  for (let c = 0; c < 12; c++) for (let r = 0; r < 8; r++) hexes.push(hex(c, r, "clear"));
  const kinds = [
    "squad",
    "half_squad",
    "crew",
    "weapon_team",
    "mounted_squad",
    "mounted_half_squad",
    "leader",
    "hero",
    "medic",
    "corpsman",
    "sniper",
    "marksman",
    "scout",
    "armor_leader",
    "commissar",
    "political_officer",
    "chaplain",
    "advisor",
    "nurse",
    "piper",
    "vehicle",
    "helicopter",
    "aircraft",
  ];
  const solo = /leader|commissar|political|chaplain|advisor|nurse|medic|corpsman/;
  const at = (i: number) => `${String.fromCharCode(65 + (i % 12))}${Math.floor(i / 12) + 1}`;
  const pieces = kinds.map((kind, i) =>
    piece(kind, kind, i % 2, at(i), {
      ...(solo.test(kind) ? { ...single, lm: /leader|commissar/.test(kind) ? "+1" : "" } : {}),
      badge: i % 3 === 0 ? "101st" : i % 3 === 1 ? "usmc" : "",
      ...(kind === "vehicle" ? { name: "Sherman M4A1", gear: tank(1, 2) } : {}),
    }),
  );
  const C = [
    chip("moved", "MV"),
    chip("fired", "FI"),
    chip("ops_complete", "OC"),
    chip("melee", "ME"),
    chip("low_crawl", "LC"),
    chip("stealth", "ST"),
    chip("assault_move", "AM"),
    chip("hit_and_run", "HR"),
  ];
  const states: Partial<Piece>[] = [
    { boxes: ["assault"] },
    { boxes: ["stealth"] },
    { boxes: ["extended"], letters: ["A"] },
    { boxes: ["assault", "stealth"], letters: ["A", "M"] },
    { shaken: true, morale: "4" },
    { shaken: true, ...single, kind: "leader", lm: "1" },
    { wounded: true, kind: "hero" },
    { wounded: true, shaken: true },
    { done: true, chips: [C[0]!] },
    { done: true, chips: [C[1]!] },
    { chips: [C[2]!, C[3]!] },
    { chips: [C[4]!, C[5]!, C[6]!] },
    { fp: "10", range: "12", mf: "0", morale: "10" },
    { kind: "vehicle", gear: tank(4, 4), chips: [C[0]!], name: "Pz IV" },
    { badge: "82nd" },
    { badge: "101st", chips: [C[7]!] },
  ];
  states.forEach((state, i) => {
    pieces.push(piece(`s${i}`, state.kind ?? "squad", i % 2, at(24 + i), state));
  });
  pieces.push(
    piece("mg", "squad", 0, "E4", {}),
    piece("two", "squad", 1, "F4"),
    piece("mo", "half_squad", 0, "G4"),
  );
  const weapon = (id: string, kind: string, carrier: string, where = ""): Item => ({
    id,
    name: id,
    kind,
    values: "2-8",
    carrier,
    at: where,
    side: 0,
    chips: [],
  });
  const items = [
    weapon("w1", "machine_gun", "mg"),
    weapon("w2", "bazooka", "two"),
    weapon("w3", "satchel_charge", "two"),
    weapon("w4", "mortar", "mo"),
    weapon("w5", "flamethrower", "", "H4"),
  ];
  // Stacks, layers, melee
  const put = (place: string, count: number, sideNo: number) => {
    for (let i = 0; i < count; i++)
      pieces.push(
        piece(
          `${place}${sideNo}${i}`,
          i === 2 ? "leader" : "squad",
          sideNo,
          place,
          i === 2 ? { ...single, lm: "1" } : {},
        ),
      );
  };
  put("A5", 2, 0);
  put("B5", 3, 1);
  put("C5", 5, 0);
  put("D5", 2, 0);
  put("D5", 2, 1);
  put("E5", 1, 0);
  put("E5/upper", 2, 0);
  put("F5", 1, 1);
  put("F5/roof", 1, 1);
  put("G5/bunker", 2, 1);
  put("H5/cave", 1, 0);
  put("I5/tunnel", 1, 0);
  put("J5", 1, 0);
  put("J5/upper", 1, 1);
  put("J5/roof", 1, 0);
  const mark = (kind: string, place: string, more: Partial<Mark> = {}): Mark => ({
    kind,
    name: kind.replaceAll("_", " "),
    at: place,
    short: kind.slice(0, 2).toUpperCase(),
    strength: 1,
    side: -1,
    facing: -1,
    about: "",
    rule: "",
    label: kind,
    ...more,
  });
  const kinds2 = [
    "smoke",
    "fire",
    "ffe",
    "wreck",
    "rubble",
    "craters",
    "wire",
    "mines",
    "foxholes",
    "trench",
    "bunker",
    "roadblock",
    "cave",
    "collapsed_entrance",
    "emplacement",
    "vehicle_emplacement",
    "sangar",
    "fortified",
    "rooftop",
    "ford",
    "tunnel",
  ];
  const marks = kinds2.map((kind, i) => mark(kind, at(60 + i), { facing: kind === "bunker" ? 1 : -1 }));
  marks.push(
    mark("smoke", "J7", { strength: 2 }),
    mark("spotted", "K7", { side: 0 }),
    mark("objective", "K7"),
    mark("event_a", "K7"),
    mark("melee", "L7"),
    mark("victory", "L7"),
    mark("starshell", "L7"),
    mark("odd_thing", "K8"),
  );
  marks.push(
    mark("spotted", "A8"),
    mark("foxholes", "A8"),
    mark("smoke", "B8", { strength: 2 }),
    mark("ffe", "C8"),
    mark("bunker", "D8", { facing: 2 }),
    mark("fire", "E8"),
  );
  put("A8", 1, 0);
  put("B8", 2, 1);
  put("C8", 1, 0);
  put("D8/bunker", 1, 1);
  return { board: boardOf(hexes), position: positionOf(pieces, items, marks, { J8: 0, K8: 1, L8: 0 }) };
}

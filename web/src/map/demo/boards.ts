/** Boards made up for looking at: every terrain, every hexside, one of the size of a battle. */

import type { BoardArt, HexArt, SideArt } from "../../wire";
import { HEXSIDES } from "../hexsides";
import { TERRAIN } from "../terrain";
import { MORE_TERRAIN } from "../terrain-more";

const ROOT3 = Math.sqrt(3);
export function hex(column: number, row: number, terrain: string, more: Partial<HexArt> = {}): HexArt {
  const letter = column < 26 ? String.fromCharCode(65 + column) : String.fromCharCode(39 + column).repeat(2);
  return {
    name: `${letter}${row + 1}`,
    x: 3 * column + 2,
    y: (2 * row + (column % 2 ? 0 : 1) + 1) * ROOT3,
    terrain,
    level: 0,
    half: false,
    features: [],
    road: [],
    radius: 0.85 * ROOT3,
    shape: [],
    extra: [],
    floors: 0,
    roof: false,
    building: -1,
    playable: true,
    label: terrain.replaceAll("_", " "),
    tm: 0,
    ...more,
  };
}

export function boardOf(hexes: HexArt[], sides: SideArt[] = []): BoardArt {
  const width = Math.max(...hexes.map((h) => h.x)) + 2;
  const height = Math.max(...hexes.map((h) => h.y)) + ROOT3;
  return { name: "gallery", size: 2, width, height, hexes, sides };
}

const CORNERS = [
  [-1, -1],
  [1, -1],
  [2, 0],
  [1, 1],
  [-1, 1],
  [-2, 0],
] as const;

function side(hexes: HexArt[], a: string, direction: number, kind: string): SideArt {
  const h = hexes.find((x) => x.name === a)!;
  const near = hexes.find((x) => {
    const [dx, dy] = [x.x - h.x, (x.y - h.y) / ROOT3];
    const steps = [
      [0, -2],
      [3, -1],
      [3, 1],
      [0, 2],
      [-3, 1],
      [-3, -1],
    ] as const;
    const [ex, ey] = steps[direction]!;
    return Math.abs(dx - ex) < 0.1 && Math.abs(dy - ey) < 0.1;
  });
  const end = (i: number): [number, number] => [h.x + CORNERS[i % 6]![0], h.y + CORNERS[i % 6]![1] * ROOT3];
  return { a, b: near?.name ?? "", kind, name: kind, ends: [end(direction), end(direction + 1)] };
}

/** Every terrain, three hexes each, and every hexside. */
export function terrainBoard(): BoardArt {
  const hexes: HexArt[] = [];
  const keys = [...Object.keys({ ...TERRAIN, ...MORE_TERRAIN }), "mystery"];
  const columns = 16;
  keys.forEach((key, i) => {
    const c = (i % (columns / 2)) * 2;
    const r = Math.floor(i / (columns / 2)) * 2;
    const two = key.endsWith("building");
    const road = /road$|bridge/.test(key) && key !== "railroad";
    hexes.push(
      hex(c, r, key, {
        road: road ? [2, 3] : [],
        building: two ? i : -1,
        floors: two ? (key[0] === "h" ? 2 : 1) : 0,
        roof: key === "lc_building",
      }),
    );
    hexes.push(
      hex(c + 1, r, /road/.test(key) || road ? key : i % 3 ? key : "clear", {
        building: two ? i : -1,
        floors: two ? (key[0] === "h" ? 2 : 1) : 0,
        road: road ? [5, 1] : [],
      }),
    );
    hexes.push(
      hex(c, r + 1, key, { road: road ? [0] : [], building: two ? i + 100 : -1, floors: two ? 1 : 0 }),
    );
    hexes.push(hex(c + 1, r + 1, "clear"));
  });
  const rows = Math.ceil(keys.length / (columns / 2)) * 2;
  const kinds = [...Object.keys(HEXSIDES), "mystery_side"];
  const levels = [0, 0, 1, 2, 2, 3, 3, 2, 1, 1, 0, -1, -1, -2, 0, 0];
  const features = [
    "foxholes",
    "wire",
    "trench",
    "bunker",
    "craters",
    "mines",
    "rubble",
    "roadblock",
    "sangar",
    "emplacement",
    "vehicle_emplacement",
    "fortified",
    "cave",
    "wreck",
    "ford",
    "railroad",
  ];
  for (let c = 0; c < columns; c++) {
    hexes.push(hex(c, rows, "clear", { level: levels[c]! }));
    hexes.push(
      hex(c, rows + 1, "clear", {
        level: c > 1 && c < 9 ? Math.max(0, levels[c]! - 1) : 0,
        features: c > 12 ? ["railroad"] : [],
      }),
    );
    hexes.push(hex(c, rows + 2, "clear"));
    hexes.push(hex(c, rows + 3, "clear", { features: [features[c]!] }));
  }
  const sides = kinds.flatMap((kind, i) => {
    const name = `${String.fromCharCode(65 + i + 1)}${rows + 3}`;
    return [0, 1].map((d) => side(hexes, name, d, kind));
  });
  return boardOf(hexes, sides);
}

/** A large plain board with mixed terrain, for measuring. */
export function bigBoard(columns = 30, rows = 20): BoardArt {
  const kinds = [
    "clear",
    "clear",
    "clear",
    "forest",
    "light_woods",
    "brush",
    "low_crops",
    "wheat_field",
    "hc_building",
    "road",
    "marsh",
    "light_jungle",
  ];
  const hexes: HexArt[] = [];
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < rows; r++) {
      const kind = kinds[Math.floor(((c * 7 + r * 13 + c * r) % 23) / 2)]!;
      hexes.push(
        hex(c, r, kind, {
          level: Math.max(0, Math.round(2.4 * Math.sin(c / 4) * Math.cos(r / 3))),
          road: r === 9 ? [1, 4] : [],
        }),
      );
    }
  }
  return boardOf(hexes);
}

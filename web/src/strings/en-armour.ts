/** Strings of what only battles with guns and vehicles need (`later/armour.ts`). */
export const enArmour = {
  "turn.title": "Facing",
  "turn.hint": "Press an arrow here or on the map, or a key from 1 to 6, clockwise from the top left.",
  "gear.armor": "Armor: front {front}, flank {flank}, rear {rear}",
  "gear.gun": "Gun ({ammo})",
  "gear.second": "Second gun ({ammo})",
  "gear.he": "High Explosive {he}",
  "gear.range": "Hexes",
  "gear.hit": "To hit",
  "gear.pen": "Penetration",
  "gear.mgs": "Machine guns: {mgs}",
  "gear.open": "Hatches open",
  "gear.buttoned": "Buttoned up",
  "gear.capacity": "Room for passengers: {capacity}",
  "gear.inside": "inside",
  "gear.outside": "on top",
} as const;

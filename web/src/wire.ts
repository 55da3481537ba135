// Made by tools/wire_types.py from the server's message definitions: do not edit.

/** A command as the server writes it: handed back unread. */
export type Command = Record<string, unknown>;

/** The hull or turret of a vehicle, or a gun: where it points, what it covers, how it is armored. */
export interface Arc {
  unit: string;
  part: string;
  at: string;
  bearing: number;
  guns: string[];
  hexes: string[];
  sectors: Sector[];
}

/** What vehicles and guns have beside other counters. */
export interface Gear {
  facing: number;
  turret: number;
  armor: string[];
  hatch: string;
  drives: string;
  mgs: string[];
  guns: GunTable[];
  capacity: string;
}

/** A piece of ordnance as printed: to-hit and penetration number by range. */
export interface GunTable {
  name: string;
  he: string;
  ammo: string;
  bands: [string, string, string][];
}

/** A facing of a vehicle: between which bearings (degrees from the top of the map, clockwise), and its armor. */
export interface Sector {
  facing: string;
  text: string;
  armor: string;
  start: number;
  end: number;
}

/** A piece of other terrain's artwork inside a hex. */
export interface ArtPiece {
  terrain: string;
  shape: [number, number][];
}

/** The whole board: flat-top hexes, `size` is the distance from centre to corner in grid units. */
export interface BoardArt {
  name: string;
  size: number;
  width: number;
  height: number;
  hexes: HexArt[];
  sides: SideArt[];
}

/** One hex as it is drawn: centre in grid units, terrain, level, footprint. */
export interface HexArt {
  name: string;
  x: number;
  y: number;
  terrain: string;
  level: number;
  half: boolean;
  features: string[];
  road: number[];
  radius: number;
  shape: [number, number][];
  extra: ArtPiece[];
  floors: number;
  roof: boolean;
  building: number;
  playable: boolean;
  label: string;
  tm: number;
}

/** Terrain along a hexside: between which hexes, and the two corners in grid units. */
export interface SideArt {
  a: string;
  b: string;
  kind: string;
  name: string;
  ends: [[number, number], [number, number]];
}

/** A side as counters show it. */
export interface SideInfo {
  id: string;
  name: string;
  nation: string;
  colour: string;
  edge: string;
}

/** An airstrike from its arrival to its end (19.1). */
export interface Flight {
  unit: string;
  name: string;
  side: number;
  edges: string[];
  at: string;
  path: string[];
  strafed: string[];
  bombed: string[];
  ahead: string[];
  loads: string[];
}

/** So many counters that look alike, or fire missions of one strength. */
export interface ForceLine {
  count: number;
  name: string;
  kind: string;
}

/** One side on a scenario card. */
export interface SideCard {
  id: string;
  name: string;
  nation: string;
  colour: string;
  forces: ForceLine[];
}

/** A scenario at a glance; never what is secret. */
export interface ScenarioCard {
  id: string;
  name: string;
  place: string;
  date: string;
  era: string;
  about: string;
  turns: number;
  maps: string[];
  hexes: number;
  counters: number;
  sides: SideCard[];
  first: number;
  goals: string[];
  rules: string[];
  optional: [string, string][];
  balance: string;
  new_players: boolean;
}

/** A kind of player a seat can have: "human" or a computer level. */
export interface Level {
  id: string;
  name: string;
  about: string;
}

/** Who is to play a side. */
export interface SeatWish {
  side: string;
  player?: string;
}

/** What a client asks for to begin a game. */
export interface NewGame {
  scenario: string;
  seats?: SeatWish[];
  options?: string[];
  seed?: string;
  hot_seat?: boolean;
}

/** Go on with a record (JSON Lines as exported). */
export interface ImportGame {
  record: string;
  seats?: SeatWish[];
  hot_seat?: boolean;
}

/** A seat with its secret: who has the key plays the side. */
export interface Seat {
  side: number;
  name: string;
  player: string;
  key: string;
}

/** A new game and the keys of its seats. */
export interface GameCreated {
  id: string;
  seats: Seat[];
}

/** A game as the list shows it (only to those who hold its id or a key). */
export interface GameListed {
  id: string;
  scenario: string;
  name: string;
  turn: number;
  turns: number;
  asked: string;
  over: string;
  entries: number;
}

/** Whether the server works, and how much it has to do. */
export interface Health {
  ok: boolean;
  games: number;
  sockets: number;
}

/** A bundled replay that can be watched. */
export interface ReplayListed {
  id: string;
  name: string;
  about: string;
  entries: number;
}

/** Help on a word of the game or a section of the rules, in our own words. */
export interface Term {
  key: string;
  title: string;
  text: string;
  rule: string;
  see: string[];
}

/** What went wrong, with the place; the body of every error answer. */
export interface Problem {
  error: string;
  text: string;
  where: string;
  rule: string;
}

/** A state or marker on a counter: two letters, words, and what it means. */
export interface Chip {
  key: string;
  short: string;
  name: string;
  rule: string;
}

/** A Support Weapon: carried by a unit or lying in a hex. */
export interface Item {
  id: string;
  name: string;
  kind: string;
  values: string;
  carrier: string;
  at: string;
  side: number;
  chips: Chip[];
}

/** A helicopter in the air; who is in it says so himself (`Piece.aboard`). */
export interface Aloft {
  mode: string;
  level: number;
  over: string;
}

/** The way of the helicopter whose impulse it is. */
export interface FlightPath {
  unit: string;
  side: number;
  level: number;
  path: string[];
}

/** A counter: printed values, what they are now, its states. */
export interface Piece {
  id: string;
  type: string;
  name: string;
  kind: string;
  side: number;
  at: string;
  badge: string;
  fp: string;
  range: string;
  mf: string;
  morale: string;
  lm: string;
  boxes: string[];
  letters: string[];
  chips: Chip[];
  shaken: boolean;
  wounded: boolean;
  done: boolean;
  out: string;
  aboard: string;
  riding: string;
  carries: string[];
  skills: string[];
  gear: Gear | null;
  aloft: Aloft | null;
  label: string;
}

/** A marker on the board. */
export interface Mark {
  kind: string;
  name: string;
  at: string;
  short: string;
  strength: number;
  side: number;
  facing: number;
  label: string;
  about: string;
  rule: string;
}

/** How the game ended. */
export interface Outcome {
  winner: number;
  text: string;
  losses: string[];
  summary: string[];
}

/** All a viewer may see of the position. */
export interface Position {
  turn: number;
  turns: number;
  phase: string;
  phase_name: string;
  initiative: number;
  active: number;
  pieces: Piece[];
  items: Item[];
  marks: Mark[];
  control: Record<string, number>;
  goals: string[];
  standing: string;
  flown: FlightPath | null;
  over: Outcome | null;
  night: string[][];
  flight: Flight | null;
}

/** One answer to the question: hand `do` back to choose it. */
export interface Option {
  do: Command;
  text: string;
  group: string;
  kind: string;
  unit: string;
  origin: string;
  at: string;
  rule: string;
  primary: boolean;
  passes: boolean;
  turn: string;
  bearing: number;
  means: string;
  path: string[];
  strikes: string[];
}

/** What is asked now, of whom. Options are there for the seat that must choose only. */
export interface Decision {
  side: number;
  question: string;
  text: string;
  rule: string;
  window: boolean;
  options: Option[];
  groups: [string, string][];
  focus: string[];
  picked: string[];
  card: Card | null;
}

/** One number with its reason and section. */
export interface SumLine {
  value: string;
  text: string;
  rule: string;
}

/** A sum item by item. */
export interface Sum {
  name: string;
  lines: SumLine[];
  total: string;
  need: string;
  dice: number[];
}

/** How likely a result is. */
export interface Chance {
  key: string;
  text: string;
  p: number;
}

/** One comparison of a card: a target of an attack, a check. */
export interface Roll {
  what: string;
  subject: string;
  name: string;
  sums: Sum[];
  chances: Chance[];
  p: number;
  result: string;
}

/** A combat card, before or after the dice. */
export interface Card {
  kind: string;
  title: string;
  rule: string;
  origin: string;
  at: string;
  rolls: Roll[];
  any: number;
  exact: boolean;
}

/** One line of the log. */
export interface Line {
  text: string;
  rule: string;
  detail: boolean;
}

/** What an animation shows, in order: moves, shots, dice, states, markers. */
export interface Motion {
  what: string;
  unit: string;
  path: string[];
  origin: string;
  at: string;
  faces: number[];
  purpose: string;
  text: string;
}

/** One thing somebody did, and what came of it. Entry 0 is the beginning. */
export interface Entry {
  n: number;
  side: number;
  text: string;
  lines: Line[];
  cards: Card[];
  motions: Motion[];
}

/** Something a stack may do, or may not: then `refusal` says why. */
export interface MenuItem {
  key: string;
  text: string;
  group: string;
  rule: string;
  next: string;
  units: string[];
  mode: string;
  do: Command[];
  card: Card | null;
  refusal: string;
  options: Option[];
}

/** What the units of a place may do now, grouped. */
export interface Menu {
  at: string;
  groups: [string, string][];
  items: MenuItem[];
}

/** A reaction a step may draw. */
export interface Threat {
  origin: string;
  text: string;
  p: number;
  rule: string;
}

/** One of the directions a vehicle can face where its move ends. */
export interface Facing {
  bearing: number;
  text: string;
  cost: string;
  do: Command[];
}

/** A place a group can get to: what it costs, by which way, what may fire on the way. */
export interface ReachHex {
  at: string;
  cost: string;
  path: string[];
  steps: SumLine[];
  threats: Threat[];
  do: Command[];
  ends: boolean;
  text: string;
  card: Card | null;
  facings: Facing[];
}

/** Where units can move. */
export interface Reach {
  at: string;
  units: string[];
  mode: string;
  modes: [string, string][];
  hexes: ReachHex[];
  refusal: string;
  rule: string;
}

/** One of several ways to do something. */
export interface Way {
  text: string;
  do: Command[];
}

/** A place that can be fired at, or a vehicle there: the best group's order, sums and chances. */
export interface Target {
  key: string;
  at: string;
  text: string;
  do: Command[];
  card: Card;
  firers: string[];
  ways: Way[];
}

/** Whether an order is allowed, and if not, why. */
export interface Why {
  allowed: boolean;
  text: string;
  rule: string;
}

/** A hex a line crosses and what it does to it. */
export interface SightHex {
  at: string;
  effect: string;
  text: string;
  rule: string;
}

/** A line of sight, explained. */
export interface SightLine {
  a: string;
  b: string;
  verdict: string;
  text: string;
  rule: string;
  range: number;
  hexes: SightHex[];
}

/** A place of a field of view. */
export interface FieldHex {
  at: string;
  verdict: string;
}

/** How dangerous a place is for the asking side: the worst single reaction and how many there are. */
export interface DangerHex {
  at: string;
  p: number;
  by: string[];
}

/** What the computer would do, and why. */
export interface Hint {
  text: string;
  do: Command[];
  why: string[];
}

/** How reaction windows of a side are answered without asking: "ask", "never", "open" (fire at anything in the open), "within" (hold fire beyond `hexes`). */
export interface Standing {
  side: number;
  mode: string;
  hexes: number;
  least: number;
}

/** First message: who you are and everything that stays the same. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  game: string;
  scenario: ScenarioCard;
  seat: number;
  seats: number[];
  players: Seat[];
  board: BoardArt;
  sides: SideInfo[];
  replay: boolean;
}

/** What is other in a position than in the one before it; what is absent is as it was. */
export interface Changes {
  turn?: number;
  turns?: number;
  phase?: string;
  phase_name?: string;
  initiative?: number;
  active?: number;
  pieces?: Piece[];
  items?: Item[];
  marks?: Mark[];
  control?: Record<string, number>;
  goals?: string[];
  standing?: string;
  flown?: FlightPath | null;
  over?: Outcome | null;
  night?: string[][];
  flight?: Flight | null;
}

/** The position now, whole or as changes of the last one sent, and the entries since. An entry replaces one of the same number; entries above `n` have been taken back. */
export interface Update {
  type: "update";
  seq: number;
  n: number;
  done: number;
  position: Position | null;
  since: number;
  changes: Changes | null;
  decision: Decision | null;
  entries: Entry[];
  may_undo: boolean;
  undone: boolean;
  thinking: string;
  orders: Standing[];
}

/** A command or wish was not carried out; nothing has changed. */
export interface Refused {
  type: "refused";
  id: number;
  code: string;
  text: string;
  rule: string;
  seq: number;
}

/** Answer to a question; which of the fields is set depends on what was asked. */
export interface Reply {
  type: "reply";
  id: number;
  menu: Menu | null;
  reach: Reach | null;
  targets: Target[] | null;
  card: Card | null;
  why: Why | null;
  sight: SightLine | null;
  field: FieldHex[] | null;
  arcs: Arc[] | null;
  danger: DangerHex[] | null;
  past: Update | null;
  entries: Entry[] | null;
  hint: Hint | null;
}

/** Something is wrong with the connection or a message; the text says what. */
export interface Fault {
  type: "fault";
  code: string;
  text: string;
  id: number;
}

/** First message of a client: its key, none to watch only, and after a reconnection the last `seq` it knows. */
export interface Hello {
  type: "hello";
  key?: string;
  since?: number;
}

/** Commands for the question of position `seq`; the answer names the `id`, which is 1 or more. */
export interface Give {
  type: "give";
  id: number;
  seq: number;
  do: Command[];
}

/** Take the last entry back. */
export interface Undo {
  type: "undo";
  id: number;
  seq: number;
}

/** Set the standing orders of a side (see `Standing`); `hush` lets the rest of this one enemy move pass. */
export interface StandingOrders {
  type: "orders";
  id: number;
  side: number;
  mode?: string;
  hexes?: number;
  least?: number;
  hush?: boolean;
}

/** A question that changes nothing. `what` is one of: menu (what the stack `at` a place may do), targets (whom it can fire at from `at`; `units` limits who fires, `mode` is the way of firing), reach (where `units` can go in a `mode`, or the group that moves now), card (chances of the order `do`), why (whether the order `do` is allowed; without `do`: fire from `at` at `to`), sight (line from `at` to `to`), field (what `at` sees), arcs (covered arcs and armor facings of vehicles and guns in `at`), danger (how dangerous each hex is for `units`), past (position after entry `n`), entries (from `n` on), hint (what a computer player would do). */
export interface Ask {
  type: "ask";
  id: number;
  what: string;
  at?: string;
  to?: string;
  units?: string[];
  mode?: string;
  do?: Command[];
  n?: number;
  side?: number;
}

export type FromServer = Welcome | Update | Refused | Reply | Fault;

export type FromClient = Hello | Give | Undo | StandingOrders | Ask;

export interface Shapes {
  Arc: Arc;
  Gear: Gear;
  GunTable: GunTable;
  Sector: Sector;
  ArtPiece: ArtPiece;
  BoardArt: BoardArt;
  HexArt: HexArt;
  SideArt: SideArt;
  SideInfo: SideInfo;
  Flight: Flight;
  ForceLine: ForceLine;
  SideCard: SideCard;
  ScenarioCard: ScenarioCard;
  Level: Level;
  Seat: Seat;
  GameCreated: GameCreated;
  GameListed: GameListed;
  Health: Health;
  ReplayListed: ReplayListed;
  Term: Term;
  Problem: Problem;
  Chip: Chip;
  Item: Item;
  Aloft: Aloft;
  FlightPath: FlightPath;
  Piece: Piece;
  Mark: Mark;
  Outcome: Outcome;
  Position: Position;
  Option: Option;
  Decision: Decision;
  SumLine: SumLine;
  Sum: Sum;
  Chance: Chance;
  Roll: Roll;
  Card: Card;
  Line: Line;
  Motion: Motion;
  Entry: Entry;
  MenuItem: MenuItem;
  Menu: Menu;
  Threat: Threat;
  Facing: Facing;
  ReachHex: ReachHex;
  Reach: Reach;
  Way: Way;
  Target: Target;
  Why: Why;
  SightHex: SightHex;
  SightLine: SightLine;
  FieldHex: FieldHex;
  DangerHex: DangerHex;
  Hint: Hint;
  Standing: Standing;
  Welcome: Welcome;
  Changes: Changes;
  Update: Update;
  Refused: Refused;
  Reply: Reply;
  Fault: Fault;
}

const TABLE: Record<string, [Plain, Record<string, string>]> = {
  Arc: [{}, {"sectors": "Sector"}],
  Gear: [{}, {"guns": "GunTable"}],
  GunTable: [{}, {}],
  Sector: [{}, {}],
  ArtPiece: [{}, {}],
  BoardArt: [{"sides": []}, {"hexes": "HexArt", "sides": "SideArt"}],
  HexArt: [{"level": 0, "half": false, "features": [], "road": [], "radius": 0, "shape": [], "extra": [], "floors": 0, "roof": false, "building": -1, "playable": true, "label": "", "tm": 0}, {"extra": "ArtPiece"}],
  SideArt: [{}, {}],
  SideInfo: [{"edge": ""}, {}],
  Flight: [{"edges": [], "at": "", "path": [], "strafed": [], "bombed": [], "ahead": [], "loads": []}, {}],
  ForceLine: [{"kind": ""}, {}],
  SideCard: [{"nation": "", "colour": "", "forces": []}, {"forces": "ForceLine"}],
  ScenarioCard: [{"place": "", "date": "", "era": "", "about": "", "maps": [], "hexes": 0, "counters": 0, "first": 0, "goals": [], "rules": [], "optional": [], "balance": "", "new_players": false}, {"sides": "SideCard"}],
  Level: [{"about": ""}, {}],
  Seat: [{"key": ""}, {}],
  GameCreated: [{}, {"seats": "Seat"}],
  GameListed: [{"asked": "", "over": "", "entries": 0}, {}],
  Health: [{}, {}],
  ReplayListed: [{"about": "", "entries": 0}, {}],
  Term: [{"rule": "", "see": []}, {}],
  Problem: [{"where": "", "rule": ""}, {}],
  Chip: [{"rule": ""}, {}],
  Item: [{"values": "", "carrier": "", "at": "", "side": -1, "chips": []}, {"chips": "Chip"}],
  Aloft: [{}, {}],
  FlightPath: [{}, {}],
  Piece: [{"at": "", "badge": "", "fp": "", "range": "", "mf": "", "morale": "", "lm": "", "boxes": [], "letters": [], "chips": [], "shaken": false, "wounded": false, "done": false, "out": "", "aboard": "", "riding": "", "carries": [], "skills": [], "gear": null, "aloft": null, "label": ""}, {"chips": "Chip", "gear": "Gear", "aloft": "Aloft"}],
  Mark: [{"short": "", "strength": 1, "side": -1, "facing": -1, "label": "", "about": "", "rule": ""}, {}],
  Outcome: [{"losses": [], "summary": []}, {}],
  Position: [{"items": [], "marks": [], "control": {}, "goals": [], "standing": "", "flown": null, "over": null, "night": [], "flight": null}, {"pieces": "Piece", "items": "Item", "marks": "Mark", "flown": "FlightPath", "over": "Outcome", "flight": "Flight"}],
  Option: [{"unit": "", "origin": "", "at": "", "rule": "", "primary": false, "passes": false, "turn": "", "bearing": -1, "means": "", "path": [], "strikes": []}, {}],
  Decision: [{"window": false, "options": [], "groups": [], "focus": [], "picked": [], "card": null}, {"options": "Option", "card": "Card"}],
  SumLine: [{"rule": ""}, {}],
  Sum: [{"need": "", "dice": []}, {"lines": "SumLine"}],
  Chance: [{}, {}],
  Roll: [{"subject": "", "name": "", "sums": [], "chances": [], "p": 1, "result": ""}, {"sums": "Sum", "chances": "Chance"}],
  Card: [{"rule": "", "origin": "", "at": "", "rolls": [], "any": -1, "exact": true}, {"rolls": "Roll"}],
  Line: [{"rule": "", "detail": false}, {}],
  Motion: [{"unit": "", "path": [], "origin": "", "at": "", "faces": [], "purpose": "", "text": ""}, {}],
  Entry: [{"lines": [], "cards": [], "motions": []}, {"lines": "Line", "cards": "Card", "motions": "Motion"}],
  MenuItem: [{"rule": "", "next": "", "units": [], "mode": "", "do": [], "card": null, "refusal": "", "options": []}, {"card": "Card", "options": "Option"}],
  Menu: [{"groups": [], "items": []}, {"items": "MenuItem"}],
  Threat: [{"rule": ""}, {}],
  Facing: [{}, {}],
  ReachHex: [{"steps": [], "threats": [], "ends": true, "text": "", "card": null, "facings": []}, {"steps": "SumLine", "threats": "Threat", "card": "Card", "facings": "Facing"}],
  Reach: [{"mode": "", "modes": [], "hexes": [], "refusal": "", "rule": ""}, {"hexes": "ReachHex"}],
  Way: [{}, {}],
  Target: [{"key": "", "firers": [], "ways": []}, {"card": "Card", "ways": "Way"}],
  Why: [{"rule": ""}, {}],
  SightHex: [{"rule": ""}, {}],
  SightLine: [{"rule": "", "range": 0, "hexes": []}, {"hexes": "SightHex"}],
  FieldHex: [{}, {}],
  DangerHex: [{"by": []}, {}],
  Hint: [{"do": [], "why": []}, {}],
  Standing: [{"mode": "ask", "hexes": 0, "least": 0}, {}],
  Welcome: [{"seats": [], "players": [], "replay": false}, {"scenario": "ScenarioCard", "players": "Seat", "board": "BoardArt", "sides": "SideInfo"}],
  Changes: [{}, {"pieces": "Piece", "items": "Item", "marks": "Mark", "flown": "FlightPath", "over": "Outcome", "flight": "Flight"}],
  Update: [{"done": 0, "position": null, "since": -1, "changes": null, "decision": null, "entries": [], "may_undo": false, "undone": false, "thinking": "", "orders": []}, {"position": "Position", "changes": "Changes", "decision": "Decision", "entries": "Entry", "orders": "Standing"}],
  Refused: [{"rule": "", "seq": 0}, {}],
  Reply: [{"menu": null, "reach": null, "targets": null, "card": null, "why": null, "sight": null, "field": null, "arcs": null, "danger": null, "past": null, "entries": null, "hint": null}, {"menu": "Menu", "reach": "Reach", "targets": "Target", "card": "Card", "why": "Why", "sight": "SightLine", "field": "FieldHex", "arcs": "Arc", "danger": "DangerHex", "past": "Update", "entries": "Entry", "hint": "Hint"}],
  Fault: [{"id": 0}, {}],
};
type Plain = Record<string, unknown>;

/** Puts the defaults in that the server leaves out, all the way down. */
export function fill<K extends keyof Shapes>(shape: K, value: unknown): Shapes[K] {
  return complete(shape, value) as Shapes[K];
}

function complete(shape: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => complete(shape, one));
  if (value === null || typeof value !== "object") return value;
  const [defaults, inner] = TABLE[shape]!;
  const made: Plain = { ...defaults, ...(value as Plain) };
  for (const key in inner) if (key in made) made[key] = complete(inner[key]!, made[key]);
  return made;
}

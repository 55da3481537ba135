import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Turns } from "../armour/logic";
import { armour, loadArmour, loadSky, sky } from "../later";
import {
  aimed,
  back,
  click,
  ENTRY,
  type Flow,
  highlights,
  IDLE,
  meant,
  picking,
  reachAt,
  targetAt,
} from "../logic/flow";
import { hexOf, piecesIn, placesOf, primary, readyPieces } from "../logic/options";
import type { Highlight, Overlays } from "../map/contract";
import type { Link, Whole } from "../net/link";
import {
  type Arc,
  type Card,
  type Command,
  type Decision,
  fill,
  type MenuItem,
  type Option,
  type Position,
} from "../wire";
import { Tools } from "./tools";

/** Stands for the move that is under way: where it can go on to. */
export const ONWARD = fill("MenuItem", { key: "onward", text: "", group: "move", next: "reach" });

/** Stands for units that are picked to enter the map together: where they can come in. */
const ENTERING = fill("MenuItem", { ...ONWARD, key: ENTRY });

/** Where the stack stands whose menu this came from. */
function placeOf(flow: Flow): string {
  return flow.kind === "stack" ? (flow.menu?.at ?? flow.place) : "";
}

/** A whole order to fire with its sums. */
export interface Shot {
  do: Command[];
  card: Card;
}

/** Everything one open game needs, as signals; the page only shows it. */
export class Table extends Tools {
  readonly flow: Signal<Flow> = signal(IDLE);
  readonly hover = signal("");
  /** Sums of the shots a reaction window offers, by the order as text. */
  readonly shots = signal<ReadonlyMap<string, Shot>>(new Map());
  /** Arcs of the vehicles and guns in the selected hex. */
  readonly arcs = signal<readonly Arc[]>([]);
  /** What the helicopter in its impulse may do and may not, for one question. */
  readonly cockpit = signal<{ of: Decision; items: MenuItem[] } | null>(null);
  readonly centre = signal<{ place: string } | null>(null);
  private before: Position | null = null;
  /** Whose eyes the map at night is seen with: those of the side that decides or plays here; onlookers, negative, see
   * with everybody's. */
  get side(): number {
    return this.seats.length > 0 ? (this.mine.value?.side ?? this.seats[0]!) : -1;
  }

  readonly lit: ReadonlySignal<ReadonlyMap<string, Highlight>> = computed(() => {
    const position = this.position.value;
    if (!position || this.tool.value) return new Map();
    const flow = this.flow.value;
    const found = highlights(flow, this.mine.value, position, flow.kind === "reach" ? this.hover.value : "");
    return sky.value?.lit(flow, found) ?? found;
  });
  readonly ready: ReadonlySignal<ReadonlySet<string>> = computed(() =>
    this.position.value ? readyPieces(this.mine.value, this.position.value) : new Set<string>(),
  );
  /** The card on screen, before the dice. */
  readonly card: ReadonlySignal<Card | null> = computed(() => {
    const flow = this.flow.value;
    return flow.kind === "confirm" ? flow.card : (targetAt(flow)?.card ?? this.mine.value?.card ?? null);
  });
  readonly turns: ReadonlySignal<Turns | null> = computed(() => {
    const position = this.position.value;
    return (position && armour.value?.turnsOf(this.flow.value, this.mine.value, position)) || null;
  });
  readonly overlays: ReadonlySignal<Overlays> = computed(() => {
    const tool = this.tool.value;
    const chosen = reachAt(this.flow.value);
    const night = this.position.value?.night ?? [];
    return {
      seen:
        night[0] && new Set([night[0], ...(night[this.side + 1] ? [night[this.side + 1]!] : night)].flat()),
      sky: sky.value?.overlay(this) ?? null,
      sight: tool?.kind === "los" ? tool.line : null,
      field: tool?.kind === "field" ? tool.hexes : null,
      danger: tool?.kind === "danger" ? tool.hexes : null,
      path: chosen ? chosen.path : null,
      footprints: tool?.kind === "los",
      armour: armour.value && {
        turns: this.turns.value,
        arcs: this.arcs.value,
        scatter: armour.value.scatterOf(this.card.value),
      },
    };
  });

  protected override changed(message: Whole, fresh: boolean): void {
    if (fresh) {
      this.flow.value = IDLE;
      this.hint.value = null;
    }
    const { pieces, marks, night, flight } = message.position;
    // Those who were selected have moved on, and nobody stays behind: the eye goes with them.
    const place = this.selected.value?.place ?? "";
    const one = this.before && piecesIn(this.before, place)[0];
    const now = one && pieces.find((piece) => piece.id === one.id && piece.at);
    if (now && piecesIn(message.position, place).length === 0)
      this.selected.value = { place: now.at, units: [] };
    this.before = message.position;
    const air = pieces.some((piece) => piece.kind === "helicopter");
    if (air || night[0] || flight || marks.some((mark) => mark.about)) loadSky();
    if (pieces.some((piece) => piece.gear) || marks.some((mark) => mark.facing >= 0)) loadArmour();
    if (this.tool.value?.kind === "danger") this.tool.value = null;
    if (!this.cursor.value) this.cursor.value = this.firstPlace(message) ?? "";
  }

  protected override asked(decision: Decision | null): void {
    const place = decision?.options.length && decision.focus[0];
    if (place) this.centre.value = { place };
    this.weigh(decision);
    this.onward(decision);
  }

  protected override lookedBack(): void {
    this.flow.value = IDLE;
  }

  /** Asks the chances of every shot a reaction window offers, so that the answer is quick. */
  private async weigh(decision: Decision | null): Promise<void> {
    this.shots.value = new Map();
    if (!decision?.window && decision?.question !== "air_run") return;
    for (const option of decision.options.filter((one) => one.group === "fire").slice(0, 12)) {
      const shot = await this.shot(option);
      if (this.update.value?.decision !== decision) return;
      if (shot) this.shots.value = new Map(this.shots.value).set(JSON.stringify(option.do), shot);
    }
  }

  /** In the middle of a move, with steps to choose from: shows everywhere it can go on to. */
  private async onward(decision: Decision | null): Promise<void> {
    const steps = decision?.options.some(
      (option) => option.group === "move" && option.at && !option.origin && !option.unit,
    );
    if (!decision || !steps) return;
    const reply = await this.link.ask({ what: "reach" });
    if (this.update.value?.decision !== decision || this.flow.value !== IDLE || !reply?.reach?.hexes.length)
      return;
    const { mode } = reply.reach;
    this.flow.value = {
      kind: "reach",
      from: IDLE,
      item: ONWARD,
      mode,
      units: [],
      reach: { ...reply.reach, modes: [] },
      at: "",
    };
  }

  /** The whole order an option to fire begins, with its sums; null if no dice come of it. */
  private async shot(option: Option, order = [option.do]): Promise<Shot | null> {
    if (option.origin) {
      const mode = String(option.do.mode ?? option.kind);
      const reply = await this.link.ask({ what: "targets", at: option.origin, mode });
      const found = meant(reply?.targets ?? [], option);
      if (found) return found;
    }
    const reply = await this.link.ask({ what: "card", do: order });
    if (reply?.card?.rolls.some((roll) => roll.what === "scatter")) loadArmour();
    return reply?.card ? { do: order, card: reply.card } : null;
  }

  readonly ask: Link["ask"] = (question) => this.link.ask(question);

  private firstPlace(message: Whole): string | undefined {
    const side = message.decision?.side ?? this.welcome.value?.seat ?? 0;
    const own = message.position.pieces.find((piece) => piece.side === side && piece.at);
    const place =
      message.decision?.focus[0] ??
      own?.at ??
      this.welcome.value?.board.hexes.find((hex) => hex.playable)?.name;
    return place && hexOf(place);
  }

  // Orders

  give(commands: readonly Command[]): void {
    const update = this.update.value;
    if (!update || this.past.value || this.busy.value) return;
    if (!this.link.give(update.seq, commands)) return;
    this.busy.value = true;
    this.results.value = [];
  }

  undo(): void {
    const update = this.update.value;
    if (!update?.may_undo || this.past.value) return;
    this.link.undo(update.seq);
  }

  standing(side: number, mode: string, hexes: number, least: number): void {
    this.link.orders({ side, mode, hexes, least });
  }

  hush(side: number): void {
    this.link.orders({ side, hush: true });
  }

  /** A button was pressed: at once, or after looking at the sums where dice will fall. */
  choose(option: Option): void {
    if (aimed(option) && !this.mine.value?.card) this.aim(option);
    else if (option.kind === "begin_move") this.setOut(option);
    else this.give([option.do]);
  }

  /** Units of a place are to move: where they can all go, with the ways to move and who goes along to choose from. */
  private async setOut(option: Option): Promise<void> {
    await this.select(option.origin);
    const flow = this.flow.value;
    if (flow.kind !== "stack" || flow.place !== option.origin) return;
    const item = flow.menu?.items.find((one) => one.group === "move" && one.next === "reach" && !one.refusal);
    if (item) await this.item(item);
    else this.give([option.do]);
  }

  /** Shows the sums of a shot before it is given; without any it is given at once. */
  async aim(option: Option, order = [option.do], from = this.flow.value): Promise<void> {
    const { text, rule, at } = option;
    const known = this.shots.value.get(JSON.stringify(option.do));
    const flow: Flow = { kind: "confirm", from, text, rule, do: [], card: null, asking: true, at };
    this.flow.value = flow;
    const shot = known ?? (await this.shot(option, order));
    if (this.flow.value !== flow) return;
    this.flow.value = shot ? { ...flow, do: shot.do, card: shot.card, asking: false } : from;
    if (!shot) this.give(order);
  }

  async item(item: MenuItem): Promise<void> {
    const from = this.flow.value;
    if (item.refusal) return;
    if (item.next === "reach") await this.reach(item, item.mode, [], from);
    else if (item.next === "targets") await this.targets(item, [], from);
    else if (item.card) {
      const { text, rule, card } = item;
      this.flow.value = { kind: "confirm", from, text, rule, do: item.do, card, asking: false, at: "" };
    } else if (aimed(item)) await this.aim(item.options[0]!, item.do);
    else if (item.do.length > 0) this.give(item.do);
  }

  /** Where the units of a menu item can go; some of them, or all. */
  async reach(item: MenuItem, mode: string, units: string[], from: Flow): Promise<void> {
    const old = this.flow.value;
    const was = old.kind === "reach" && old.item === item ? (old.reach ?? old.was) : null;
    const flow: Flow = { kind: "reach", from, item, mode, units, reach: null, was, at: "" };
    this.flow.value = flow;
    const who = units.length > 0 ? units : item.units;
    const reply = await this.link.ask({ what: "reach", at: placeOf(from), units: who, mode });
    if (this.flow.value !== flow) return;
    this.flow.value = reply?.reach ? { ...flow, reach: reply.reach } : from;
    const first = item === ENTERING && !was?.hexes.length && reply?.reach?.hexes[0];
    if (first) this.centre.value = { place: first.at };
    this.say([reply?.reach?.refusal ?? ""]);
  }

  /** Picks units to enter the map together. */
  enter(units: string[], mode: string): void {
    if (units.length > 0) this.reach(ENTERING, mode, units, IDLE);
    else this.flow.value = IDLE;
  }

  /** Whom a stack can fire at: with the best group, or with these units. */
  async targets(item: MenuItem, units: string[], from: Flow): Promise<void> {
    const flow: Flow = { kind: "targets", from, item, units, targets: null, at: "" };
    this.flow.value = flow;
    const who = units.length > 0 ? units : item.units;
    const reply = await this.link.ask({ what: "targets", at: placeOf(from), units: who, mode: item.mode });
    if (this.flow.value !== flow) return;
    const targets = reply?.targets ?? [];
    this.flow.value = { ...flow, targets };
    this.focusMap(targets[0]?.at);
  }

  /** Units of the asked side in the place a menu was opened for. */
  unitsAt(flow: Flow): string[] {
    const side = this.mine.value?.side;
    const place = placeOf(flow);
    return (
      this.position.value?.pieces
        .filter((piece) => piece.at === place && piece.side === side)
        .map((piece) => piece.id) ?? []
    );
  }

  private focusMap(place: string | undefined): void {
    if (place) this.cursor.value = hexOf(place);
  }

  /** Enter, the second click, or the primary button. */
  confirmFlow(): boolean {
    const flow = this.flow.value;
    if (flow.kind === "confirm") {
      if (flow.asking) return false;
      this.give(flow.do);
    } else if (flow.kind === "reach" && reachAt(flow)) this.give(reachAt(flow)!.do);
    else if (flow.kind === "targets" && targetAt(flow)) this.give(targetAt(flow)!.do);
    else if (flow.kind === "line") this.give([flow.lines[flow.chosen]!.do]);
    else if (flow.kind === "idle") {
      const option = primary(this.mine.value);
      if (!option) return false;
      this.choose(option);
    } else return false;
    return true;
  }

  // The map

  async hex(place: string): Promise<void> {
    const position = this.position.value;
    if (!position) return;
    this.cursor.value = hexOf(place);
    const tool = this.tool.value;
    if (tool?.kind === "los") {
      if (!tool.from) this.tool.value = { kind: "los", from: place, to: "", line: null };
      else this.sight(place, true);
      return;
    }
    if (tool?.kind === "field") {
      this.field(place);
      return;
    }
    const { value: flow } = this.flow;
    const { value: mine } = this.mine;
    const found =
      (mine && (armour.value?.click(flow, mine, position, place) ?? sky.value?.click(flow, mine, place))) ??
      click(flow, mine, position, place);
    if (found.do === "give") this.give(found.commands);
    else if (found.do === "flow") this.flow.value = found.flow;
    else if (found.do === "aim") await this.aim(found.option, found.order, found.from);
    else if (found.do === "menu") await this.select(found.place);
    else if (found.do === "inspect") this.inspect(found.place);
  }

  inspect(place: string): void {
    batch(() => {
      this.selected.value = { place: hexOf(place), units: [] };
      this.cursor.value = hexOf(place);
      if (this.flow.value.kind !== "idle" && !picking(this.flow.value)) this.flow.value = IDLE;
    });
  }

  /** Chooses a stack and asks what it may do. */
  async select(place: string, units: readonly string[] = []): Promise<void> {
    const decision = this.mine.value;
    const position = this.position.value;
    if (!position) return;
    const floor = place.includes("/") ? place : (placesOf(position, place, decision?.side ?? -1)[0] ?? place);
    const flow: Flow = { kind: "stack", place: floor, menu: null, asking: decision !== null };
    batch(() => {
      this.selected.value = { place: floor, units };
      this.cursor.value = hexOf(place);
      this.flow.value = decision ? flow : IDLE;
    });
    if (!decision) return;
    const reply = await this.link.ask({ what: "menu", at: floor, units: [...units], side: decision.side });
    if (this.flow.value === flow) this.flow.value = { ...flow, menu: reply?.menu ?? null, asking: false };
  }

  piece(id: string): void {
    const piece = this.position.value?.pieces.find((one) => one.id === id);
    if (!piece) return;
    if (piece.at) this.hex(piece.at);
    else this.flow.value = { kind: "place", unit: id };
  }

  pointAt(place: string): void {
    this.hover.value = place;
    if (this.tool.value?.kind === "los" && this.tool.value.from && place) this.sight(place, false);
  }

  moveCursor(place: string): void {
    this.cursor.value = place;
    if (this.tool.value?.kind === "los" && this.tool.value.from) this.sight(place, false);
  }

  back(): void {
    if (this.tool.value) this.tool.value = null;
    else if (this.results.value.length > 0 && this.flow.value.kind === "idle") this.results.value = [];
    else if (this.past.value && !this.welcome.value?.replay) this.present();
    else if (this.flow.value.kind !== "idle") this.flow.value = back(this.flow.value);
    else this.selected.value = null;
  }
}

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { piecesIn } from "../logic/options";
import type { Selection } from "../map/contract";
import { t } from "../strings";
import type { DangerHex, Decision, FieldHex, Hint, SightLine } from "../wire";
import { Story } from "./story";

export type Tool =
  | { kind: "los"; from: string; to: string; line: SightLine | null }
  | { kind: "field"; at: string; hexes: FieldHex[] | null }
  | { kind: "danger"; hexes: DangerHex[] | null };

/** What helps to look at the position and changes nothing: line of sight, field of view, danger, a hint. */
export class Tools extends Story {
  readonly selected = signal<Selection | null>(null);
  readonly cursor = signal("");
  readonly tool = signal<Tool | null>(null);
  readonly hint = signal<Hint | "none" | null>(null);

  /** The question, if it is this seat's to answer and the present is on screen. */
  readonly mine: ReadonlySignal<Decision | null> = computed(() => {
    const decision = this.update.value?.decision;
    if (this.past.value || this.behind.value > 0) return null;
    return decision && decision.options.length > 0 ? decision : null;
  });

  private sightAsked = 0;

  async sight(to: string, say: boolean): Promise<void> {
    const tool = this.tool.value;
    if (tool?.kind !== "los" || tool.to === to) return;
    this.tool.value = { ...tool, to };
    const mine = ++this.sightAsked;
    const reply = await this.link.ask({ what: "sight", at: tool.from, to });
    const now = this.tool.value;
    if (mine !== this.sightAsked || now?.kind !== "los" || !reply?.sight) return;
    this.tool.value = { ...now, line: reply.sight };
    if (say || document.activeElement?.hasAttribute("data-place")) this.say([reply.sight.text]);
  }

  startSight(): void {
    if (this.tool.value?.kind === "los") {
      this.tool.value = null;
      return;
    }
    const from = this.selected.value?.place ?? "";
    this.tool.value = { kind: "los", from, to: "", line: null };
    this.say([from ? t("los.to", { place: from }) : t("los.pick")]);
  }

  async field(place = ""): Promise<void> {
    if (!place && this.tool.value?.kind === "field") {
      this.tool.value = null;
      return;
    }
    const at = place || this.selected.value?.place || this.cursor.value;
    this.tool.value = { kind: "field", at, hexes: null };
    const reply = await this.link.ask({ what: "field", at });
    if (this.tool.value?.kind === "field" && this.tool.value.at === at) {
      this.tool.value = reply?.field ? { kind: "field", at, hexes: reply.field } : null;
    }
  }

  async danger(): Promise<void> {
    if (this.tool.value?.kind === "danger") {
      this.tool.value = null;
      return;
    }
    this.tool.value = { kind: "danger", hexes: null };
    const side = this.mine.value?.side ?? this.seats[0] ?? 0;
    const reply = await this.link.ask({ what: "danger", side, units: this.selectedUnits(side) });
    if (this.tool.value?.kind === "danger")
      this.tool.value = reply?.danger ? { kind: "danger", hexes: reply.danger } : null;
  }

  /** Pieces of a side in the selected hex. */
  private selectedUnits(side: number): string[] {
    const place = this.selected.value?.place;
    const position = this.position.value;
    if (!place || !position) return [];
    return piecesIn(position, place)
      .filter((piece) => piece.side === side)
      .map((piece) => piece.id);
  }

  async askHint(): Promise<void> {
    const reply = await this.link.ask({ what: "hint" });
    this.hint.value = reply?.hint ?? "none";
    this.say([reply?.hint?.text ?? t("hint.none")]);
  }
}

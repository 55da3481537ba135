/** What the table hands to the board and what the board tells back. The board draws; it knows no rule. */

import type { ArmourOverlay } from "../armour/Layer";
import type { SkyOverlay } from "../sky/logic";
import type { BoardArt, DangerHex, FieldHex, Motion, Position, SideInfo, SightLine } from "../wire";

/** Why a place is lit up. "legal": set-up area or a choice; "reach": can be moved to; "target": can be fired at;
 * "focus": the question is about it; "threat": draws fire. */
export type HighlightKind = "legal" | "reach" | "target" | "focus" | "threat";

export interface Highlight {
  kind: HighlightKind;
  /** Short text drawn in the hex: a cost, a percentage. */
  label?: string;
  /** Said to screen readers after the name of the place. */
  title?: string;
  /** Drawn stronger: the one pointed at or chosen. */
  strong?: boolean;
  /** A warning sign beside the label: stepping here may draw fire. */
  warn?: boolean;
}

export interface Overlays {
  sight?: SightLine | null;
  field?: readonly FieldHex[] | null;
  danger?: readonly DangerHex[] | null;
  /** Way of a planned move, origin first. */
  path?: readonly string[] | null;
  /** Outline of the exact shapes lines of sight meet. */
  footprints?: boolean;
  /** What vehicles, guns and artillery add. */
  armour?: ArmourOverlay | null;
  /** Hexes that can be seen at night; nothing by day. */
  seen?: ReadonlySet<string> | undefined;
  /** What night and aircraft add. */
  sky?: SkyOverlay | null;
}

export interface Selection {
  place: string;
  /** Ids of the chosen units of that place; empty: the whole stack. */
  units: readonly string[];
}

/** Motions to play, once per `id`; a board that does not animate calls `onMotionsDone` at once. */
export interface MotionBatch {
  id: number;
  list: readonly Motion[];
}

/** Every gridcell carries `data-place`, every counter `data-piece`, so that a drop or a test can find them. */
export interface BoardProps {
  board: BoardArt;
  sides: readonly SideInfo[];
  position: Position;
  selected: Selection | null;
  highlights: ReadonlyMap<string, Highlight>;
  overlays: Overlays;
  /** Ids of the pieces that may act now: a thin bright edge. */
  ready: ReadonlySet<string>;
  /** The place with tabindex 0 (roving); arrow keys in the grid call `onCursor`, Enter and Space call `onHex`. */
  cursor: string;
  motions: MotionBatch;
  animate: boolean;
  /** Place to bring into view; a new object each time. */
  centre?: { place: string } | null;
  onCursor(place: string): void;
  onHex(place: string, event: Event): void;
  onPiece(id: string, event: Event): void;
  /** One of the directions on the map, by its number in the list. */
  onTurn(index: number): void;
  /** The place under the pointer, empty when it leaves the map. */
  onHover(place: string): void;
  onMotionsDone(id: number): void;
}

/** Counters: 56 by 56 units around their centre, vehicles 72 by 72. */

import { armour, sky } from "../later";
import type { Chip, Item, Piece, SideInfo } from "../wire";
import { n, seeded } from "./geometry";
import { AIR, BADGES, type Shape, silhouette, VEHICLES, weapon } from "./silhouettes";
import { mapWords } from "./words";

/** Whether text on this colour is to be dark. */
export function isLight(colour: string): boolean {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour.trim())?.[1];
  if (!hex) return false;
  const full = hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex;
  const [r, g, b] = [0, 2, 4].map((i) => {
    const v = Number.parseInt(full.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18;
}

const CHIP_ICONS: Readonly<Record<string, string>> = {
  move: "M-3.6 0H2M0 -2.6L3 0L0 2.6",
  crawl: "M-3.8 2H3.8M-3 -.6H1M-.6 -2.8L2 -.6L-.6 1.4",
  hide: "M-3.8 2.4q0 -5 3.8 -5t3.8 5",
  fire: "M-3.6 0H-.6M.6 -3L1 -1L3.4 -2L1.8 0L3.4 2L1 1L.6 3",
  done: "M-3.4 0L-.8 2.6L3.4 -2.6",
  melee: "M-3 -3L3 3M3 -3L-3 3",
  other: "M-2.4 0H2.4",
};
const CHIP_KINDS: Readonly<Record<string, string>> = {
  mv: "move",
  am: "move",
  hr: "move",
  lc: "crawl",
  st: "hide",
  fi: "fire",
  af: "fire",
  oc: "done",
  me: "melee",
};

function ChipArt({ chip, y }: { chip: Chip; y: number }) {
  const kind = CHIP_KINDS[chip.short.toLowerCase()] ?? "other";
  return (
    <g class={`chip c-${kind}`} transform={`translate(-35 ${y})`}>
      <rect x={-17} y={-8.5} width={34} height={17} rx={4} />
      <path d={CHIP_ICONS[kind]} transform="translate(-10.5 0)" />
      <text x={4.5} y={4.9}>
        {chip.short.slice(0, 3)}
      </text>
    </g>
  );
}

function ItemArt({ item, x, y, width }: { item: Item; x: number; y: number; width: number }) {
  const short = width < 40;
  const tight = item.values.length > 3;
  return (
    <g class="item" transform={`translate(${x} ${y})`}>
      <path
        class="item-plate"
        d={`M${-width / 2} -9H${width / 2}V5q0 4 -4 4H${-width / 2 + 4}q-4 0 -4 -4Z`}
      />
      <path
        class="item-shape"
        d={weapon(item.kind)}
        transform={
          short ? "scale(.72)" : `translate(${-width / 2 + (tight ? 11 : 14)} 0) scale(${tight ? 0.6 : 0.8})`
        }
      />
      {!short && item.values && (
        <text x={width / 2 - 4} y={5}>
          {item.values}
        </text>
      )}
      {item.chips.length > 0 && <circle class="item-state" cx={width / 2 - 2} cy={-8} r={4} />}
    </g>
  );
}

const Figures = ({ shapes, x, y, k = 1 }: { shapes: readonly Shape[]; x: number; y: number; k?: number }) => (
  <g class="figure" transform={`translate(${n(x)} ${n(y)}) scale(${k})`}>
    {shapes.map((s) => (
      <path key={s.t} d={s.d} transform={s.t} />
    ))}
  </g>
);

function Badge({ name, x, y }: { name: string; x: number; y: number }) {
  const rand = seeded(`badge ${name}`);
  const shape = BADGES[Math.floor(rand() * BADGES.length)]!;
  return <path class={`badge b${Math.floor(rand() * 5)}`} d={shape} transform={`translate(${x} ${y})`} />;
}

const wide = (text: string): string => (text.length > 2 ? " three" : text.length > 1 ? " two" : "");

/** Printed row at the foot: firepower, range, movement, boxes as on the counter. */
function Row({ piece, half }: { piece: Piece; half: number }) {
  const y = half - 4.4;
  const tight = (piece.fp + piece.range + piece.mf).length > 3;
  const cell = half * (tight ? 0.66 : 0.62);
  const mf = piece.boxes.includes("assault") ? "assault" : piece.boxes.includes("stealth") ? "stealth" : "";
  return (
    <g class={tight ? "row tight" : "row"}>
      <path class="strip" d={`M${-half} ${half - 20}H${half}V${half - 6}q0 6 -6 6H${6 - half}q-6 0 -6 -6Z`} />
      {mf && (
        <rect
          class={`box ${mf}${piece.boxes.includes("stealth") ? " sly" : ""}`}
          x={half - 20}
          y={half - 18.4}
          width={17}
          height={16.8}
          rx={3}
        />
      )}
      {piece.boxes.includes("extended") && (
        <rect class="box extended" x={-9} y={half - 18.4} width={18} height={16.8} rx={2} />
      )}
      <text class={`num${wide(piece.fp)}`} x={-cell} y={y}>
        {piece.fp}
      </text>
      <text class={`num${wide(piece.range)}`} x={0} y={y}>
        {piece.range}
      </text>
      <text class={`num${mf ? ` in-${mf}` : ""}${wide(piece.mf)}`} x={half - (tight ? 9 : 11.5)} y={y}>
        {piece.mf}
      </text>
    </g>
  );
}

/** Morale, leadership and movement of single men, at the right. */
function Column({ piece }: { piece: Piece }) {
  const mf = piece.boxes.includes("assault") ? "assault" : piece.boxes.includes("stealth") ? "stealth" : "";
  return (
    <g class="row">
      <path class="strip" d="M7 -28H22q6 0 6 6V22q0 6 -6 6H7Z" />
      {mf && <rect class={`box ${mf}`} x={9} y={10.5} width={17} height={16} rx={3} />}
      {piece.lm && (
        <text class={`num${wide(piece.lm)}`} x={17.5} y={6.4}>
          {piece.lm}
        </text>
      )}
      <text class={`num${mf ? ` in-${mf}` : ""}${wide(piece.mf)}`} x={17.5} y={24.6}>
        {piece.mf}
      </text>
    </g>
  );
}

function Morale({ text, x, y }: { text: string; x: number; y: number }) {
  if (!text) return null;
  return (
    <g class="morale">
      <circle cx={x} cy={y} r={10.6} />
      <text class={`num${wide(text)}`} x={x} y={y + 6}>
        {text}
      </text>
    </g>
  );
}

/** Where a chip is at the counter's edge: around the middle, or above the word that lies across it. */
export const chipAt = (i: number, count: number, word: boolean): number =>
  word ? (i - count + 1) * 17 - 17 : (i - (count - 1) / 2) * 17 - 2;

export interface CounterProps {
  piece: Piece;
  side: SideInfo | undefined;
  items: readonly Item[];
  riders?: readonly Piece[] | undefined;
  ready: boolean;
  chosen: boolean;
}

/** Half the width of a counter. */
export const halfOf = (kind: string): number => (VEHICLES.has(kind) || AIR.has(kind) ? 36 : 28);

export function CounterArt({ piece, side, items, riders, ready, chosen }: CounterProps) {
  const { gear } = piece;
  const Face = gear && armour.value?.GearFace;
  const half = halfOf(piece.kind);
  const single = !piece.fp && !piece.range && !gear && !AIR.has(piece.kind);
  const colour = side?.colour || `var(--side-${Math.max(0, piece.side) % 4})`;
  const chips = piece.chips.filter((c) => !/^(shaken|wounded|hover)$/.test(c.key)).slice(0, 3);
  const rows = items.length ? Math.min(2, items.length) : 0;
  return (
    <g
      class={`counter${piece.shaken ? " shaken" : ""}${piece.done ? " done" : ""}${ready ? " ready" : ""}${chosen ? " chosen" : ""}${isLight(colour) ? " light" : ""} e-${side?.edge || (piece.side % 2 ? "notched" : "plain")}`}
      style={{ "--c": colour }}
    >
      {rows > 0 &&
        items
          .slice(0, 2)
          .map((item, i) => (
            <ItemArt
              key={item.id}
              item={item}
              x={rows > 1 ? (i ? 13.5 : -13.5) : 0}
              y={half + 8}
              width={rows > 1 ? 26 : 52}
            />
          ))}
      <rect class="drop" x={-half + 1.5} y={-half + 2.5} width={2 * half} height={2 * half} rx={7} />
      {piece.done && <rect class="back" x={-half} y={-half} width={2 * half} height={2 * half} rx={7} />}
      <g class="face">
        <rect class="field" x={-half} y={-half} width={2 * half} height={2 * half} rx={7} />
        {piece.shaken && (
          <rect class="hatching" x={-half} y={-half} width={2 * half} height={2 * half} rx={7} />
        )}
        <rect
          class="edge-in"
          x={-half + 3}
          y={-half + 3}
          width={2 * half - 6}
          height={2 * half - 6}
          rx={4.5}
        />
        {gear ? (
          Face && (
            <Face
              piece={piece}
              gear={gear}
              half={half}
              riders={riders ?? []}
              Air={sky.value?.HelicopterFace}
            />
          )
        ) : single ? (
          <Figures shapes={silhouette(piece.kind)} x={-9} y={piece.badge ? 8 : 2} k={1.16} />
        ) : (
          <Figures
            shapes={silhouette(piece.kind)}
            x={AIR.has(piece.kind) ? 0 : -2}
            y={AIR.has(piece.kind) ? -4 : -3.5}
            k={AIR.has(piece.kind) ? 1.3 : 1}
          />
        )}
        {!gear && (single ? <Column piece={piece} /> : <Row piece={piece} half={half} />)}
        {piece.shaken && (
          <g class="word" transform={single ? "translate(-10.5 20.5)" : `translate(0 ${half - 28})`}>
            <rect x={single ? -17.5 : -half} y={-7.5} width={single ? 35 : 2 * half} height={15} />
            <text y={4.4} textLength={single ? 33 : 47} lengthAdjust="spacingAndGlyphs">
              {mapWords.shaken}
            </text>
          </g>
        )}
        <rect class="edge" x={-half} y={-half} width={2 * half} height={2 * half} rx={7} />
        {piece.badge && !gear && <Badge name={piece.badge} x={-half + 10.5} y={-half + 10.5} />}
        <Morale text={piece.morale} x={half - 11} y={gear ? 25 - half : 11 - half} />
        {piece.letters.length > 0 && (
          <g class="letters">
            <rect x={-half + 1} y={half - 34} width={4 + piece.letters.length * 10} height={14.5} rx={2} />
            <text x={-half + 3 + piece.letters.length * 5} y={half - 22.5}>
              {piece.letters.join("")}
            </text>
          </g>
        )}
        {piece.wounded && (
          <g class="wound" transform={`translate(${-half + 6} ${single ? -6 : -9})`}>
            <circle r={8} />
            <path d="M0 -6q5 6 4.4 8.6a4.4 4 0 0 1 -8.8 0q-.6 -2.6 4.4 -8.6Z" />
          </g>
        )}
      </g>
      {(ready || chosen) && (
        <rect class="ring" x={-half - 3} y={-half - 3} width={2 * half + 6} height={2 * half + 6} rx={9.5} />
      )}
      {chips.map((chip, i) => (
        <ChipArt key={chip.key} chip={chip} y={chipAt(i, chips.length, piece.shaken && !single)} />
      ))}
    </g>
  );
}

/** A Support Weapon that lies in the hex. */
export function LyingItem({ item, x, y }: { item: Item; x: number; y: number }) {
  return (
    <g class="lying" transform={`translate(${x} ${y})`}>
      <ItemArt item={item} x={0} y={0} width={52} />
    </g>
  );
}

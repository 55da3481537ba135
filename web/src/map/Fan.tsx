/** The stack one looks at, spread out above the map. Readers have the same counters in the cell, so this is for eyes. */

import type { SideInfo } from "../wire";
import { CounterArt } from "./Counter";
import { H, type Hex, n } from "./geometry";
import { type Content, fan } from "./stacks";
import { mapWords } from "./words";

export function Fan({
  part: [left, top, right],
  hex,
  content,
  ready,
  chosen,
  sides,
}: {
  /** Left, top and right of what is in view: it stays within that. */
  part: readonly [number, number, number];
  hex: Hex;
  content: Content;
  ready: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  sides: readonly SideInfo[];
}) {
  const spread = fan(
    content.groups,
    content.carried.size + content.aboard.size > 0,
    [...content.aboard.values()].flat(),
  );
  const x = Math.max(left + spread.width / 2, Math.min(right - spread.width / 2, hex.x));
  const over = hex.y - H * 0.5 - spread.height / 2;
  const y = over > top + spread.height / 2 ? over : hex.y + H * 0.5 + spread.height / 2;
  return (
    <g class="fan" transform={`translate(${n(x)} ${n(y)})`} data-place={hex.name}>
      <rect
        class="fan-panel"
        x={-spread.width / 2}
        y={-spread.height / 2}
        width={spread.width}
        height={spread.height}
        rx={12}
      />
      {spread.rows.map((row) => (
        <g
          key={row.spots[0]!.piece.id}
          data-place={row.layer && row.layer !== "aboard" ? `${hex.name}/${row.layer}` : undefined}
        >
          {row.layer && (
            <text class="fan-layer" x={row.spots[0]!.x - 32} y={row.spots[0]!.y - 32}>
              {mapWords.layers[row.layer] ?? row.layer}
            </text>
          )}
          {row.spots.map(({ piece, x: px, y: py }) => (
            <g key={piece.id} class="piece" data-piece={piece.id} transform={`translate(${n(px)} ${n(py)})`}>
              <CounterArt
                piece={piece}
                side={sides[piece.side]}
                items={content.carried.get(piece.id) ?? []}
                ready={ready.has(piece.id)}
                chosen={chosen.has(piece.id)}
              />
            </g>
          ))}
        </g>
      ))}
    </g>
  );
}

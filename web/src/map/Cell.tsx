/** One hex as readers and pointers meet it: nothing to see, everything to say. Made again only when something changes. */

import { Component } from "preact";
import { halfOf } from "./Counter";
import { CORNERS, type Hex, n, poly } from "./geometry";
import type { Content } from "./stacks";

const HEX = poly(CORNERS);

export interface CellProps {
  hex: Hex;
  content: Content | undefined;
  /** Which pieces are chosen, as text: for comparing. */
  state: string;
  chosen: ReadonlySet<string>;
  selected: boolean;
  tab: boolean;
  title: string;
}

export class Cell extends Component<CellProps> {
  override shouldComponentUpdate(next: CellProps): boolean {
    const now = this.props;
    return (
      now.hex !== next.hex ||
      now.content?.key !== next.content?.key ||
      now.state !== next.state ||
      now.selected !== next.selected ||
      now.tab !== next.tab ||
      now.title !== next.title
    );
  }

  override render() {
    const { hex, content, chosen, selected, tab, title } = this.props;
    const who = content?.pieces.map((p) => p.name).join(", ");
    const what = content?.marks.map((m) => m.name).join(", ");
    return (
      <g
        class={`cell${hex.art.playable ? "" : " unplayable"}`}
        role="gridcell"
        tabindex={tab ? 0 : -1}
        aria-colindex={hex.column + 1}
        aria-selected={selected}
        aria-label={[hex.name, hex.art.label, what, who, title].filter(Boolean).join(". ")}
        data-place={hex.name}
        transform={`translate(${n(hex.x)} ${n(hex.y)})`}
      >
        <path class="hit-area" d={HEX} />
        {content?.groups.map((group) => (
          <g
            key={`${group.layer} ${group.side}`}
            data-place={group.layer ? `${hex.name}/${group.layer}` : undefined}
          >
            {group.spots.map(({ piece, x, y }) => {
              const half = halfOf(piece.kind);
              return (
                <rect
                  key={piece.id}
                  class="piece"
                  role="button"
                  tabindex={-1}
                  aria-label={piece.label || piece.name}
                  aria-pressed={chosen.has(piece.id)}
                  data-piece={piece.id}
                  x={n(x - half)}
                  y={n(y - half)}
                  width={2 * half}
                  height={2 * half}
                />
              );
            })}
          </g>
        ))}
      </g>
    );
  }
}

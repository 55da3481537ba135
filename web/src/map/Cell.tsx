/** One hex as readers and pointers meet it, with what stands in it. Drawn again only when something of it changes. */

import { Component } from "preact";
import type { SideInfo } from "../wire";
import { CounterArt, LyingItem } from "./Counter";
import { CORNERS, H, type Hex, n, poly, R } from "./geometry";
import { isSign, MarkArt, SignArt } from "./marks";
import { type Content, type Group, groups } from "./stacks";
import { mapWords } from "./words";

const HEX = poly(CORNERS);

export interface CellProps {
  hex: Hex;
  content: Content | undefined;
  /** What of `ready` and of the chosen units is here, as text: for comparing. */
  state: string;
  ready: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  selected: boolean;
  tab: boolean;
  title: string;
  sides: readonly SideInfo[];
}

function Plate({ group }: { group: Group }) {
  if (!group.layer) return null;
  const label = mapWords.layers[group.layer] ?? group.layer.toUpperCase();
  const w = 72 + (group.spots.length - 1) * 5;
  const width = label.length * 7.6 + 10;
  return (
    <g class={`plate layer-${group.layer}`} aria-hidden="true" transform={`translate(${group.x} ${group.y})`}>
      <rect x={-w / 2 + 4} y={-30} width={w} height={70} rx={9} class="plate-shade" />
      <rect x={-w / 2} y={-36} width={w} height={70} rx={9} class="plate-top" />
      <g transform={`translate(${-w / 2 + width / 2 + 3} -38)`}>
        <rect class="plate-tag" x={-width / 2} y={-8} width={width} height={16} rx={4} />
        <text y={4.6}>{label}</text>
      </g>
    </g>
  );
}

/** Counters, weapons on the ground and markers of a hex. */
export function Stack({
  hex,
  content,
  ready,
  chosen,
  sides,
}: {
  hex: Hex;
  content: Content;
  ready: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  sides: readonly SideInfo[];
}) {
  const list = groups(content.pieces);
  const flat = content.marks.filter((m) => !isSign(m.kind));
  const signs = content.marks.filter((m) => isSign(m.kind));
  const corner = [
    [-R * 0.6, -H * 0.6],
    [R * 0.62, -H * 0.6],
    [R * 0.62, H * 0.58],
    [-R * 0.6, H * 0.58],
  ] as const;
  const colour = (side: number) => sides[side]?.colour || `var(--side-${side})`;
  return (
    <>
      <g aria-hidden="true">
        {flat.map((m, i) => (
          <MarkArt key={`${m.kind}${m.at}`} mark={m} x={0} y={0} slot={i} />
        ))}
        {content.control >= 0 && (
          <SignArt
            kind="control"
            name={sides[content.control]?.name ?? ""}
            x={-R * 0.7}
            y={-6}
            colour={colour(content.control)}
          />
        )}
        {content.lying.map((item, i) => (
          <LyingItem key={item.id} item={item} x={0} y={content.pieces.length ? 44 : 8 + i * 20} />
        ))}
      </g>
      {list.map((group) => (
        <g
          key={`${group.layer} ${group.side}`}
          data-place={group.layer ? `${hex.name}/${group.layer}` : undefined}
        >
          <Plate group={group} />
          {group.spots.map(({ piece, x, y }) => (
            <g
              key={piece.id}
              class="piece"
              role="img"
              aria-label={piece.label || piece.name}
              data-chosen={chosen.has(piece.id)}
              data-piece={piece.id}
              transform={`translate(${n(x)} ${n(y)})`}
            >
              <CounterArt
                piece={piece}
                side={sides[piece.side]}
                items={content.carried.get(piece.id) ?? []}
                ready={ready.has(piece.id)}
                chosen={chosen.has(piece.id)}
              />
            </g>
          ))}
          {group.spots.length > 2 && (
            <g
              class="count"
              aria-hidden="true"
              transform={`translate(${n(group.spots[group.spots.length - 1]!.x + 31)} ${n(group.spots[group.spots.length - 1]!.y + 30)})`}
            >
              <circle r={9.5} />
              <text y={5}>{group.spots.length}</text>
            </g>
          )}
        </g>
      ))}
      <g aria-hidden="true">
        {" "}
        {signs.map((m, i) => (
          <SignArt
            key={`${m.kind}${m.at}${m.side}`}
            kind={m.kind}
            name={m.label || m.name}
            x={corner[i % 4]![0]}
            y={corner[i % 4]![1]}
            text={m.short}
          />
        ))}
      </g>
    </>
  );
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
      now.title !== next.title ||
      now.sides !== next.sides
    );
  }

  override render() {
    const { hex, content, ready, chosen, selected, tab, title, sides } = this.props;
    const what = [...(content?.marks ?? []), ...(content?.lying ?? [])].map((one) => one.name).join(", ");
    return (
      <g
        class={`cell${hex.art.playable ? "" : " unplayable"}`}
        role="gridcell"
        tabindex={tab ? 0 : -1}
        aria-colindex={hex.column + 1}
        aria-selected={selected}
        data-place={hex.name}
        transform={`translate(${n(hex.x)} ${n(hex.y)})`}
      >
        <path
          class="hit-area"
          role="img"
          aria-label={[hex.name, hex.art.label, what, title].filter(Boolean).join(". ")}
          d={HEX}
        />
        {content && <Stack hex={hex} content={content} ready={ready} chosen={chosen} sides={sides} />}
      </g>
    );
  }
}

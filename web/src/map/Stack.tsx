/** What stands and lies in the hexes, drawn. Readers and pointers meet the cells above it, so nothing here is either. */

import { Component } from "preact";
import { sky } from "../later";
import type { Piece, SideInfo } from "../wire";
import { CounterArt, LyingItem } from "./Counter";
import { H, type Hex, n, R } from "./geometry";
import { isSign, MarkArt, SignArt } from "./marks";
import type { Content, Group } from "./stacks";
import { mapWords } from "./words";

export interface StackProps {
  hex: Hex;
  content: Content;
  /** Which pieces are ready and chosen, as text: for comparing. */
  state: string;
  ready: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  sides: readonly SideInfo[];
}

function Hull({ piece }: { piece: Piece }) {
  const Boat = sky.value?.Boat;
  return Boat ? <Boat piece={piece} /> : null;
}

function Plate({ group }: { group: Group }) {
  if (!group.layer) return null;
  const label = mapWords.layers[group.layer] ?? group.layer.toUpperCase();
  const w = 72 + (group.spots.length - 1) * 5;
  const width = label.length * 7.6 + 10;
  return (
    <g class={`plate layer-${group.layer}`} transform={`translate(${group.x} ${group.y})`}>
      <rect x={-w / 2 + 4} y={-30} width={w} height={70} rx={9} class="plate-shade" />
      <rect x={-w / 2} y={-36} width={w} height={70} rx={9} class="plate-top" />
      <g transform={`translate(${-w / 2 + width / 2 + 3} -38)`}>
        <rect class="plate-tag" x={-width / 2} y={-8} width={width} height={16} rx={4} />
        <text y={4.6}>{label}</text>
      </g>
    </g>
  );
}

function inside({ content, ready, chosen, sides }: StackProps) {
  const flat = content.marks.filter((m) => !isSign(m.kind) && m.kind !== "aircraft");
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
      {flat.map((m, i) => (
        <MarkArt key={`${m.kind}${m.at}${m.facing}${i}`} mark={m} x={0} y={0} slot={i} />
      ))}
      {content.control >= 0 && (
        <SignArt kind="control" x={-R * 0.7} y={-6} colour={colour(content.control)} />
      )}
      {content.lying.map((item, i) => (
        <LyingItem key={item.id} item={item} x={0} y={content.pieces.length ? 44 : 8 + i * 20} />
      ))}
      {content.groups.map((group) => (
        <g key={`${group.layer} ${group.side}`}>
          <Plate group={group} />
          {group.spots.map(({ piece, x, y }) => (
            <g key={piece.id} data-art={piece.id} transform={`translate(${n(x)} ${n(y)})`}>
              <Hull piece={piece} />
              <CounterArt
                piece={piece}
                side={sides[piece.side]}
                items={content.carried.get(piece.id) ?? []}
                riders={content.aboard.get(piece.id)}
                ready={ready.has(piece.id)}
                chosen={chosen.has(piece.id)}
              />
            </g>
          ))}
          {group.spots.length > 2 && (
            <g
              class="count"
              transform={`translate(${n(group.spots[group.spots.length - 1]!.x + 31)} ${n(group.spots[group.spots.length - 1]!.y + 30)})`}
            >
              <circle r={9.5} />
              <text y={5}>{group.spots.length}</text>
            </g>
          )}
        </g>
      ))}
      {signs.map((m, i) => (
        <SignArt
          key={`${m.kind}${m.at}${m.side}`}
          kind={m.kind}
          x={corner[i % 4]![0]}
          y={corner[i % 4]![1]}
          text={m.short || m.name}
        />
      ))}
    </>
  );
}

/** Counters, weapons on the ground and markers of a hex; drawn again only when something of it changes. */
export class Stack extends Component<StackProps> {
  override shouldComponentUpdate(next: StackProps): boolean {
    const now = this.props;
    return (
      now.hex !== next.hex ||
      now.content.key !== next.content.key ||
      now.state !== next.state ||
      now.sides !== next.sides
    );
  }

  override render() {
    const { hex } = this.props;
    return (
      <g data-hex={hex.name} transform={`translate(${n(hex.x)} ${n(hex.y)})`}>
        {inside(this.props)}
      </g>
    );
  }
}

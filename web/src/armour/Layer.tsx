/** What is laid over the map for vehicles, guns and artillery: covered arcs, armor facings, directions, scatter. */

import { type Hex, hexOf, n, outline, type Scene } from "../map/geometry";
import { percent } from "../strings";
import type { Arc, Chance } from "../wire";
import { digit, type Turns } from "./logic";

export interface ArmourOverlay {
  turns: Turns | null;
  arcs: readonly Arc[];
  scatter: readonly Chance[];
}

const at = (s: Scene, place: string): Hex | undefined => s.by.get(hexOf(place));
const polar = (bearing: number, r: number): [number, number] => {
  const a = (bearing * Math.PI) / 180;
  return [r * Math.sin(a), -r * Math.cos(a)];
};

/** Under the counters: the hexes guns cover. */
export function Ground({ s, over }: { s: Scene; over: ArmourOverlay }) {
  return (
    <>
      {over.arcs.map((arc) => {
        const covered = new Set(arc.hexes);
        return covered.size > 0 ? (
          <path
            key={`${arc.unit} ${arc.part}`}
            class={`arc arc-${arc.part}`}
            d={outline(s.hexes, (h) => covered.has(h.name), false)}
          />
        ) : null;
      })}
    </>
  );
}

/** Armor facings of one part: borders as spokes, a label in each. */
function Sectors({ arc, inner, suffix }: { arc: Arc; inner: number; suffix: string }) {
  return (
    <g class={`sectors sec-${arc.part}`}>
      {arc.sectors.map((sector) => {
        const [x1, y1] = polar(sector.start, inner);
        const [x2, y2] = polar(sector.start, inner + 62);
        const [x, y] = polar((sector.start + sector.end) / 2, inner + 34);
        const text = `${sector.text} ${sector.armor}${suffix}`;
        const w = text.length * 7.2 + 10;
        return (
          <g key={sector.start}>
            <path class="spoke" d={`M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`} />
            <g class={`facing-tag f-${sector.facing}`} transform={`translate(${n(x)} ${n(y)})`}>
              <rect x={n(-w / 2)} y={-9} width={n(w)} height={18} rx={4} />
              <text y={4.6}>{text}</text>
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** Over the counters. */
export function Layer({ s, over }: { s: Scene; over: ArmourOverlay }) {
  const hulls = over.arcs.filter((arc) => arc.part === "hull" && arc.sectors.length > 0);
  const place = over.turns && at(s, over.turns.place);
  return (
    <g class="armour-over">
      {!over.turns &&
        hulls.slice(0, 1).map((hull) => {
          const h = at(s, hull.at);
          const turret = over.arcs.find((arc) => arc.unit === hull.unit && arc.part === "turret");
          const same = turret?.bearing === hull.bearing;
          if (!h) return null;
          const both = same
            ? {
                ...hull,
                sectors: hull.sectors.map((one, i) => ({
                  ...one,
                  armor: `${one.armor}/${turret!.sectors[i]!.armor}`,
                })),
              }
            : hull;
          return (
            <g key={hull.unit} transform={`translate(${n(h.x)} ${n(h.y)})`}>
              <Sectors arc={both} inner={56} suffix="" />
              {turret && !same && <Sectors arc={turret} inner={116} suffix=" T" />}
            </g>
          );
        })}
      {over.scatter.map((chance) => {
        const h = at(s, chance.key);
        return h ? (
          <g key={chance.key} class="scatter" transform={`translate(${n(h.x)} ${n(h.y)})`}>
            <circle r={n(12 + 26 * Math.sqrt(chance.p))} />
            <text y={6}>{percent(chance.p)}</text>
          </g>
        ) : null;
      })}
      {over.turns && place && (
        <g class="turns" transform={`translate(${n(place.x)} ${n(place.y)})`}>
          {over.turns.list.map((turn, i) => {
            const [x, y] = polar(turn.bearing, 76);
            return (
              <g key={turn.bearing} data-turn={i} data-bearing={turn.bearing}>
                <path
                  d="M0 -104L26 -72L13 -76Q0 -80 -13 -76L-26 -72Z"
                  transform={`rotate(${turn.bearing})`}
                />
                <circle cx={n(x)} cy={n(y)} r={15} />
                <text x={n(x)} y={n(y + 6)}>
                  {digit(turn.bearing)}
                </text>
              </g>
            );
          })}
        </g>
      )}
    </g>
  );
}

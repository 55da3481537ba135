/** What night and aircraft lay over the map: light, hidden enemies, lines, an aircraft; boats under counters. */

import { CORNERS, type Hex, hexOf, n, outline, p, poly, type Scene } from "../map/geometry";
import type { Flight, Piece } from "../wire";
import { Flown, Shade } from "./Helicopter";
import type { SkyOverlay } from "./logic";

const HEX = poly(CORNERS.map(([x, y]) => [x * 0.93, y * 0.93]));
const MOON = "M4 -11a11 11 0 1 0 7 15a9 9 0 0 1 -7 -15Z";
const PLANE =
  "M0 -44q7 6 7 20v8l37 16v11l-37 -6l-2 22l13 9v8l-18 -4l-18 4v-8l13 -9l-2 -22l-37 6v-11l37 -16v-8q0 -14 7 -20Z";
const BOMB = "M0 -11q7 3 7 10q0 7 -7 11q-7 -4 -7 -11q0 -7 7 -10ZM-6 -15h12l-3 6h-6Z";
const SHELLS = "M-9 10v-14q0 -5 3 -8q3 3 3 8v14ZM3 10v-14q0 -5 3 -8q3 3 3 8v14Z";
const HULL = "M-44 4q4 -30 44 -30t44 30q-4 34 -44 34t-44 -34Z";
const INNER = "M-35 4q4 -22 35 -22t35 22q-4 26 -35 26t-35 -26Z";

const at = (s: Scene, place: string): Hex | undefined => s.by.get(hexOf(place));
const move = (h: Hex): string => `translate(${n(h.x)} ${n(h.y)})`;
const through = (s: Scene, path: readonly string[]): Hex[] =>
  path.map((place) => at(s, place)).filter((h) => h !== undefined);
const line = (hexes: readonly Hex[]): string => `M${hexes.map((h) => p(h.x, h.y)).join("L")}`;
/** Degrees from the top, clockwise, of the way through some hexes. */
function heading(hexes: readonly Hex[]): number {
  const [a, b] = [hexes[0]!, hexes[hexes.length - 1]!];
  return (Math.atan2(b.x - a.x, a.y - b.y) * 180) / Math.PI;
}

/** Under the counters: what is lit at night. */
export function Light({ s, over }: { s: Scene; over: SkyOverlay }) {
  const lit = new Set(over.lit);
  const { chosen, flight } = over;
  return (
    <>
      {lit.size > 0 && <path class="night-lit" d={outline(s.hexes, (h) => lit.has(h.name), false)} />}
      {over.lines.map((one) =>
        one === chosen ? null : <Line key={one.path[1]} s={s} path={one.path} strikes={one.strikes} faint />,
      )}
      {chosen && <Line s={s} path={chosen.path} strikes={chosen.strikes} />}
      {flight && flight.path.length > 1 && <Behind s={s} flight={flight} />}
      {over.flown && <Flown s={s} flown={over.flown} />}
    </>
  );
}

/** Over the counters. */
export function Sky({ s, over }: { s: Scene; over: SkyOverlay }) {
  const { flight, chosen } = over;
  return (
    <g class="sky">
      {over.hidden.map((place) => {
        const h = at(s, place);
        return h ? (
          <g key={place} class="moon" data-dark={place} transform={`translate(${n(h.x - 36)} ${n(h.y - 8)})`}>
            <circle r={15} />
            <path d={MOON} />
          </g>
        ) : null;
      })}
      {chosen && <Entering s={s} path={chosen.path} />}
      {flight && flight.path.length > 1 && <Above s={s} flight={flight} />}
    </g>
  );
}

function Line(props: { s: Scene; path: readonly string[]; strikes: readonly string[]; faint?: boolean }) {
  const hexes = through(props.s, props.path);
  if (hexes.length < 2) return null;
  const turn = heading(hexes);
  const end = hexes[hexes.length - 1]!;
  return (
    <g class={`air-line${props.faint ? " faint" : ""}`}>
      {props.strikes.map((place) => {
        const h = at(props.s, place);
        return h && <path key={place} class="air-target" d={HEX} transform={move(h)} />;
      })}
      <path class="air-edge" d={line(hexes)} />
      <path class="air-way" d={line(hexes)} />
      <path class="air-head" d="M0 -20L13 8L0 2L-13 8Z" transform={`${move(end)} rotate(${n(turn)})`} />
    </g>
  );
}

/** The aircraft where its line begins. */
function Entering({ s, path }: { s: Scene; path: readonly string[] }) {
  const hexes = through(s, path);
  return hexes.length < 2 ? null : (
    <path
      class="aeroplane"
      d={PLANE}
      transform={`${move(hexes[0]!)} rotate(${n(heading(hexes))}) scale(.7)`}
    />
  );
}

/** The line of the aircraft in the air: what is behind it, what is ahead. */
function Behind({ s, flight }: { s: Scene; flight: Flight }) {
  const hexes = through(s, flight.path);
  const now = hexes.findIndex((h) => h.name === flight.at);
  return (
    <g class="air-line">
      {flight.ahead.map((place) => {
        const h = at(s, place);
        return h && <path key={place} class="air-target" d={HEX} transform={move(h)} />;
      })}
      <path class="air-edge" d={line(hexes)} />
      {now > 0 && <path class="air-past" d={line(hexes.slice(0, now + 1))} />}
      {now >= 0 && now < hexes.length - 1 && <path class="air-way" d={line(hexes.slice(now))} />}
    </g>
  );
}

/** What it has attacked, and the aircraft itself: it comes into the hex it is over, so that one sees who is there. */
function Above({ s, flight }: { s: Scene; flight: Flight }) {
  const hexes = through(s, flight.path);
  const turn = heading(hexes);
  const here = at(s, flight.at);
  const marks = [...flight.strafed.map((x) => [x, SHELLS]), ...flight.bombed.map((x) => [x, BOMB])];
  return (
    <>
      {marks.map(([place, d], i) => {
        const h = at(s, place!);
        return h ? (
          <g
            key={place! + i}
            class="air-hit"
            transform={`translate(${n(h.x + (d === BOMB ? 40 : -40))} ${n(h.y - 26)})`}
          >
            <circle r={17} />
            <path d={d!} />
          </g>
        ) : null;
      })}
      {here && (
        <g
          class="aircraft"
          data-over={flight.at}
          transform={`${move(here)} rotate(${n(turn)}) translate(0 40)`}
        >
          <path class="plane-shade" d={PLANE} transform="translate(10 14) scale(.85)" />
          <path class="aeroplane" d={PLANE} transform="scale(.85)" />
        </g>
      )}
    </>
  );
}

/** A Rubber Boat under whoever is in one; the shade of a helicopter. */
export function Boat({ piece }: { piece: Piece }) {
  if (piece.aloft) return <Shade aloft={piece.aloft} />;
  return piece.chips.some((chip) => chip.key === "in_boat") ? (
    <g class="boat" transform="scale(1.2)">
      <path class="boat-hull" d={HULL} />
      <path class="boat-in" d={INNER} />
    </g>
  ) : null;
}

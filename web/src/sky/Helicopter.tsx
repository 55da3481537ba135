/** Helicopters on the map: their face, their shade on the ground, the way they have come. */

import { hexOf, n, p, type Scene } from "../map/geometry";
import { t } from "../strings";
import type { Aloft, FlightPath, Gear, Piece } from "../wire";

/* Seen from above, nose to the top. */
const BODY =
  "M0 -21q8.5 2 8.5 13q0 8 -5 12l-1.2 15h5.7v4h-16v-4h5.7l-1.2 -15q-5 -4 -5 -12q0 -11 8.5 -13ZM-12.5 -17h2.4v19h-2.4ZM10.1 -17h2.4v19h-2.4Z";
const BLADES = "M-19 -25L19 13M19 -25L-19 13";
const RISE = "M0 -6L6 2H2.4V7H-2.4V2H-6Z";
const SHIELD = "M-8 -8.5h16v8q0 6 -8 9.5q-8 -3.5 -8 -9.5Z";

/** Mode and level on a plate over the counter: blue and straight for one that flies, yellow and round for one that hovers. */
function Mode({ aloft, half }: { aloft: Aloft; half: number }) {
  const hovers = aloft.mode === "hovering";
  return (
    <g class={`aloft ${aloft.mode}`} transform={`translate(0 ${-half - 15})`}>
      <rect x={-47} y={-11} width={94} height={22} rx={hovers ? 11 : 3} />
      <text class="aloft-mode" x={-41} y={5}>
        {t(hovers ? "heli.hover" : "heli.fly")}
      </text>
      <path d={RISE} transform="translate(22 0)" />
      <text class="aloft-level" x={42} y={6.4}>
        {aloft.level}
      </text>
    </g>
  );
}

/** The face of a helicopter but its edge, morale and chips: machine gun, armor and room for passengers at the foot. */
export function HelicopterFace(props: { piece: Piece; gear: Gear; half: number }) {
  const { piece, gear, half } = props;
  const room = 2 * half - 9;
  const armor = gear.armor[0] ?? "";
  const gun = gear.guns[0]?.he || gear.mgs[0] || "";
  const foot = half - 5;
  const long = gear.capacity.length > 2;
  const middle = long ? -9 : 2;
  return (
    <>
      <g class="figure heli" transform="translate(-6 -1) rotate(45) scale(.84)">
        {piece.aloft && <circle class="rotor" cy={-5} r={26} />}
        <path d={BODY} />
        <path class="blades" d={BLADES} />
      </g>
      <text
        class="vehicle-name"
        x={-half + 5}
        y={-half + 12.5}
        {...(piece.name.length * 5.9 > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {})}
      >
        {piece.name.length > 14 ? `${piece.name.slice(0, 13)}…` : piece.name}
      </text>
      <path class="strip" d={`M${-half} ${half - 20}H${half}V${half - 6}q0 6 -6 6H${6 - half}q-6 0 -6 -6Z`} />
      <text class={`num${gun.length > 1 ? " two" : ""}`} x={-half + (long ? 10 : 14)} y={foot}>
        {gun}
      </text>
      {armor && (
        <>
          <path class="he" d={SHIELD} transform={`translate(${middle} ${half - 10})`} />
          <text class="num he-text" x={middle} y={foot - 0.6}>
            {armor.replace("r", "")}
          </text>
        </>
      )}
      <text
        class={`num ${long ? "three" : "mf two"}`}
        x={half - (long ? 18.5 : 14)}
        y={foot - 0.6}
        {...(long ? { textLength: 33, lengthAdjust: "spacingAndGlyphs" } : {})}
      >
        {gear.capacity}
      </text>
      {piece.aloft && <Mode aloft={piece.aloft} half={half} />}
    </>
  );
}

/** Under the counter: its shade on the ground, and around it the wind of one that hovers. */
export function Shade({ aloft }: { aloft: Aloft }) {
  return aloft.mode === "hovering" ? (
    <g class="downwash">
      <circle r={49} />
      <circle r={57} />
    </g>
  ) : (
    <rect class="plane-shade" x={-24} y={-18} width={72} height={72} rx={12} />
  );
}

/** The way of the helicopter whose impulse it is. */
export function Flown({ s, flown }: { s: Scene; flown: FlightPath }) {
  const hexes = flown.path.map((place) => s.by.get(hexOf(place))).filter((h) => h !== undefined);
  if (hexes.length < 2) return null;
  const d = `M${hexes.map((h) => p(h.x, h.y)).join("L")}`;
  return (
    <g class="air-line flown" data-flown={flown.path.join(" ")}>
      <path class="air-edge" d={d} />
      <path class="air-past" d={d} />
      {hexes.slice(0, -1).map((h, i) => (
        <circle key={i} cx={n(h.x)} cy={n(h.y)} r={i ? 5 : 10} />
      ))}
    </g>
  );
}

/** Faces of vehicles and guns: seen from above, turned to their facing; the values as printed. */

import type { ComponentType } from "preact";
import type { Gear, Piece } from "../wire";
import { n } from "./geometry";

/** Degrees a vertex lies from the top, clockwise. */
export const vertexAngle = (vertex: number): number => vertex * 60 - 30;

/* Front to the top. */
const HULL = "M-12 -17q0 -4 4 -5h16q4 1 4 5v36q0 3 -3 3h-18q-3 0 -3 -3Z";
const TRACKS = "M-17 -20q0 -2 2 -2h3v44h-3q-2 0 -2 -2ZM12 -22h3q2 0 2 2v40q0 2 -2 2h-3Z";
const LINKS =
  "M-17 -16h5M-17 -10h5M-17 -4h5M-17 2h5M-17 8h5M-17 14h5M12 -16h5M12 -10h5M12 -4h5M12 2h5M12 8h5M12 14h5";
const WHEELS = "M-15 -18h5v10h-5ZM10 -18h5v10h-5ZM-15 8h5v10h-5ZM10 8h5v10h-5Z";
const TURRET = "M-8 -4q0 -7 6 -7h4q6 0 6 7v7q0 6 -6 6h-4q-6 0 -6 -6Z";
const BARREL = "M-1.8 -33h3.6v24h-3.6Z";
const SNOUT = "M-1.8 -33h3.6v20h-3.6ZM-5 -16h10v9h-10Z";
const BED = "M-9 -1h18v20h-18Z";
const MOUND = "M-26 -22q26 -17 52 0l-3 6q-23 -14 -46 0Z";
const GUN = "M-1.7 -24h3.4v22h-3.4ZM-10 -5l7 -2h6l7 2v4h-20ZM-4 -1h3l-5 15h-4ZM1 -1h3l6 15h-4Z";
const GUN_WHEELS = "M-13 -5h4v11h-4ZM9 -5h4v11h-4Z";
const MORTAR = "M-3 -14h6l1.6 19h-9.2ZM-9 5h18v5h-18ZM-8 -2l3 -3l2 9h-3ZM8 -2l-3 -3l-2 9h3Z";

function Vehicle({ piece, gear }: { piece: Piece; gear: Gear }) {
  const turn = vertexAngle(Math.max(0, gear.facing));
  const wheeled = gear.drives && gear.drives !== "T";
  const down = piece.chips.some((chip) => chip.key === "hull_down");
  const turret = gear.turret >= 0;
  return (
    <g class="figure" transform={`translate(-5 -4) rotate(${turn}) scale(.68)`}>
      {down && <path class="mound" d={MOUND} />}
      <path class="tracks" d={wheeled ? WHEELS : TRACKS} />
      {!wheeled && <path class="links" d={LINKS} />}
      <path class="hull" d={HULL} />
      {!turret && <path class="bed" d={BED} />}
      {turret ? (
        <g transform={`rotate(${(gear.turret - gear.facing) * 60})`}>
          <path class="barrel" d={BARREL} />
          <path class="turret" d={TURRET} />
          {gear.hatch === "open" && (
            <g class="commander">
              <circle r={4.4} cy={-1} />
              <circle class="head" r={2.3} cy={-1} />
            </g>
          )}
          {gear.hatch === "buttoned" && (
            <path class="lid" d="M-4.4 -1a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0 -8.8 0ZM-4.4 -1H4.4" />
          )}
        </g>
      ) : (
        gear.guns.length > 0 && <path class="barrel" d={SNOUT} />
      )}
    </g>
  );
}

function Team({ gear }: { gear: Gear }) {
  if (gear.facing < 0) return <path class="lone" d={MORTAR} transform="translate(-7 0)" />;
  return (
    <g class="figure" transform={`translate(-7 -1) rotate(${vertexAngle(gear.facing)}) scale(.74)`}>
      <path class="gun-wheels" d={GUN_WHEELS} />
      <path class="gun" d={GUN} />
    </g>
  );
}

/** Armor factors: hull above turret, front to rear; red ones stand out by a dot as well. */
function Armor({ gear, y }: { gear: Gear; y: number }) {
  if (gear.armor.length < 3) return null;
  const rows = gear.armor.map((cell) => cell.split("/"));
  const two = rows.some((row) => row.length > 1);
  return (
    <g class="armor">
      {rows.map((row, i) =>
        row.map((text, k) => (
          <text
            key={`${i}${k}`}
            class={text.endsWith("r") ? "red" : undefined}
            x={n((i - 1) * 10.5 - 1.5)}
            y={n(y + (two ? (k ? 10.6 : -0.6) : 5))}
          >
            {text.replace("r", "•")}
          </text>
        )),
      )}
    </g>
  );
}

const RIDER = "M-3 -4.6a3 3 0 1 1 6 0a3 3 0 1 1 -6 0ZM-5 5q0 -6 5 -6t5 6Z";

/** Who rides, a head each, on a plate below the counter; a broken edge and a wedge: on top of the vehicle. */
function Riders({ riders, half }: { riders: readonly Piece[]; half: number }) {
  const plates = [false, true]
    .map((outside) => ({
      outside,
      men: riders.filter((one) => (one.riding === "outside") === outside).slice(0, 4),
    }))
    .filter(({ men }) => men.length > 0);
  let x = -half + 2;
  return (
    <>
      {plates.map(({ outside, men }) => {
        const w = men.length * 12 + (outside ? 15 : 5);
        const at = x;
        x += w + 3;
        return (
          <g key={String(outside)} class={`riders${outside ? " outside" : ""}`}>
            <rect x={at} y={half + 1} width={w} height={14} rx={outside ? 2 : 6} />
            {outside && <path d={`M${at + 4} ${half + 11}l4 -7l4 7Z`} />}
            {men.map((man, i) => (
              <path
                key={man.id}
                class={man.shaken ? "shaken" : undefined}
                d={RIDER}
                transform={`translate(${at + (outside ? 19 : 8.5) + i * 12} ${half + 8.6})`}
              />
            ))}
          </g>
        );
      })}
    </>
  );
}

interface GearProps {
  piece: Piece;
  gear: Gear;
  half: number;
}

/** The whole face of a vehicle or gun but its edge, morale and chips; of a helicopter `Air` is the face. */
export function GearFace(
  props: GearProps & { riders: readonly Piece[]; Air?: ComponentType<GearProps> | undefined },
) {
  const { piece, gear, half, riders, Air } = props;
  const aboard = riders.length > 0 && <Riders riders={riders} half={half} />;
  if (piece.kind === "helicopter")
    return (
      <>
        {Air && <Air piece={piece} gear={gear} half={half} />}
        {aboard}
      </>
    );
  const vehicle = piece.kind === "vehicle";
  const high = vehicle ? 25 : 18;
  const he = gear.guns[0]?.he ?? "";
  const room = 2 * half - 9;
  const long = piece.name.length * 5.9 > room;
  const base = half - 5;
  return (
    <>
      {gear.facing >= 0 && (
        <path
          class="facing"
          d={vehicle ? "M0 -53L10 -41H-10Z" : "M0 -42L8 -32H-8Z"}
          transform={`rotate(${vertexAngle(gear.facing)})`}
        />
      )}
      {vehicle ? <Vehicle piece={piece} gear={gear} /> : <Team gear={gear} />}
      <text
        class="vehicle-name"
        x={-half + 5}
        y={-half + 12.5}
        {...(long ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {})}
      >
        {piece.name.length > 14 ? `${piece.name.slice(0, 13)}…` : piece.name}
      </text>
      <path
        class="strip"
        d={`M${-half} ${half - high}H${half}V${half - 6}q0 6 -6 6H${6 - half}q-6 0 -6 -6Z`}
      />
      {he && (
        <>
          <rect class="he" x={-half + 3} y={half - high / 2 - 8} width={15} height={16} rx={2} />
          <text class="num he-text" x={-half + 10.5} y={half - high / 2 + 5.4}>
            {he}
          </text>
        </>
      )}
      {vehicle && <Armor gear={gear} y={half - 14} />}
      <text
        class={`num mf${piece.mf.length > 1 ? " two" : ""}`}
        x={half - 12}
        y={vehicle ? half - 11.5 : base}
      >
        {piece.mf}
      </text>
      {vehicle && (
        <text class="drives" x={half - 12} y={half - 2}>
          {gear.drives}
        </text>
      )}
      {aboard}
    </>
  );
}

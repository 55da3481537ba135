/** What is laid over the map: where one may go or fire, lines of sight, fields of view, danger. */

import { armour, rare, sky } from "../later";
import type { Highlight, Overlays, Selection } from "./contract";
import { CORNERS, H, type Hex, hexOf, layerOf, n, outline, p, poly, type Scene } from "./geometry";
import { bulky } from "./terrain";
import { mapWords } from "./words";

const HEX = poly(CORNERS.map(([x, y]) => [x * 0.955, y * 0.955]));
const FULL = poly(CORNERS);

const at = (s: Scene, place: string): Hex | undefined => s.by.get(hexOf(place));
const move = (h: Hex): string => `translate(${n(h.x)} ${n(h.y)})`;

/** What a hex does to a line, the worst last: where it does several things, that one is shown. */
const EFFECTS = ["clear", "limited", "degrading", "blocking"];

/** Four corner brackets of a target. */
const RETICLE = "M-38 -22V-38H-22M22 -38H38V-22M38 22V38H22M-22 38H-38V22";

/** Fills and outlines, under the counters. */
export function Below({
  s,
  highlights,
  overlays,
  selected,
}: {
  s: Scene;
  highlights: ReadonlyMap<string, Highlight>;
  overlays: Overlays;
  selected: Selection | null;
}) {
  const chosen = selected && at(s, selected.place);
  const effects = new Map<string, string>();
  for (const x of overlays.sight?.hexes ?? []) {
    const worst = Math.max(EFFECTS.indexOf(x.effect), EFFECTS.indexOf(effects.get(x.at) ?? ""));
    effects.set(x.at, EFFECTS[worst] ?? x.effect);
  }
  // What the field of view does not name cannot be seen, nor at night what is neither lit nor near.
  const seen = overlays.field
    ? new Set(overlays.field.filter((f) => f.verdict !== "blocked").map((f) => hexOf(f.at)))
    : overlays.seen;
  const legal = new Set(
    [...highlights].filter(([, hl]) => hl.kind === "legal").map(([place]) => hexOf(place)),
  );
  const Ground = armour.value?.Ground;
  const Light = sky.value?.Light;
  const peak = Math.max(0.01, ...(overlays.danger ?? []).map((d) => d.p));
  return (
    <g class="below" clip-path="url(#sheet)">
      {seen && (
        <path
          class="field-unseen"
          d={`M${s.sheet[0]} ${s.sheet[1]}h${s.sheet[2]}v${s.sheet[3]}H${s.sheet[0]}Z${outline(s.hexes, (h) => seen.has(h.name), false)}`}
        />
      )}
      {overlays.sky && Light && <Light s={s} over={overlays.sky} />}
      {overlays.field?.map((f) => {
        const h = at(s, f.at);
        return h && !layerOf(f.at) && f.verdict !== "clear" ? (
          <path key={f.at} class={`field-${f.verdict}`} d={FULL} transform={move(h)} />
        ) : null;
      })}
      {overlays.danger?.map((f) => {
        const h = at(s, f.at);
        if (!h || f.p <= 0) return null;
        return (
          <path
            key={f.at}
            class="heat"
            d={FULL}
            transform={move(h)}
            style={{ opacity: 0.12 + 0.6 * (f.p / peak) }}
          />
        );
      })}
      {overlays.footprints &&
        s.hexes.map((h) =>
          bulky(h.art.terrain) ? <path key={h.name} class="footprint" d={poly(h.foot, h.x, h.y)} /> : null,
        )}
      {overlays.armour && Ground && <Ground s={s} over={overlays.armour} />}
      {legal.size > 0 && <path class="hl hl-legal" d={outline(s.hexes, (h) => legal.has(h.name), false)} />}
      {[...highlights].map(([place, hl]) => {
        const h = at(s, place);
        return h && (hl.kind !== "legal" || hl.strong) ? (
          <path
            key={place}
            class={`hl hl-${hl.kind}${hl.strong ? " strong" : ""}`}
            d={HEX}
            transform={move(h)}
          />
        ) : null;
      })}
      {[...effects].map(([place, effect]) => {
        const h = at(s, place);
        return h && <path key={place} class={`sight-${effect}`} d={HEX} transform={move(h)} />;
      })}
      {chosen && <path class="chosen-hex" d={HEX} transform={move(chosen)} />}
    </g>
  );
}

function Label({
  text,
  warn,
  kind,
  strong,
  y,
}: {
  text: string;
  warn?: boolean;
  kind: string;
  strong?: boolean;
  y: number;
}) {
  const w = Math.max(24, text.length * 9.6 + 12) + (warn ? 18 : 0);
  return (
    <g class={`label la-${kind}${strong ? " strong" : ""}`} transform={`translate(0 ${y})`}>
      <rect x={-w / 2} y={-12} width={w} height={24} rx={7} />
      <text x={warn ? 9 : 0} y={6}>
        {text}
      </text>
      {warn && <path class="warn" d="M0 -8L8.6 7H-8.6Z" transform={`translate(${-w / 2 + 13} -.5)`} />}
      {warn && <path class="warn-in" d="M0 -3V2M0 4V4.6" transform={`translate(${-w / 2 + 13} 0)`} />}
    </g>
  );
}

/** Labels and lines, over the counters; nothing here is clicked. */
export function Above({
  s,
  highlights,
  overlays,
  busy,
}: {
  s: Scene;
  highlights: ReadonlyMap<string, Highlight>;
  overlays: Overlays;
  /** Hexes with counters, and how much higher than the hex they are. */
  busy: ReadonlyMap<string, number>;
}) {
  const Line = rare.value?.Sight;
  const Layer = armour.value?.Layer;
  const Sky = sky.value?.Sky;
  return (
    <g class="above">
      <Way s={s} path={overlays.path ?? []} busy={busy} />
      {overlays.sight && Line && <Line s={s} line={overlays.sight} />}
      {overlays.danger?.map((d) => {
        const h = at(s, d.at);
        return h && d.p > 0 ? (
          <g key={d.at} transform={move(h)}>
            <text class="heat-number" y={busy.has(h.name) ? -H + 26 : 7}>
              {Math.round(d.p * 100)}
            </text>
          </g>
        ) : null;
      })}
      {overlays.sky && Sky && <Sky s={s} over={overlays.sky} />}
      {overlays.armour && Layer && <Layer s={s} over={overlays.armour} />}
      {[...highlights].map(([place, hl]) => {
        const h = at(s, place);
        if (!h) return null;
        const layer = layerOf(place);
        const full = busy.has(h.name);
        return (
          <g key={place} class="hl-top" transform={move(h)}>
            {hl.kind === "target" && <path class={`reticle${hl.strong ? " strong" : ""}`} d={RETICLE} />}
            {hl.kind === "focus" && (
              <path
                class="focus-mark"
                d="M0 -12L9 0H4V10H-4V0H-9Z"
                transform={`translate(0 ${-H - 2 - (busy.get(h.name) ?? 0)}) rotate(180)`}
              />
            )}
            {hl.kind === "threat" && (
              <path class="warn big" d="M0 -13L14 11H-14Z" transform="translate(0 -30)" />
            )}
            {(hl.label || hl.warn || layer) && (
              <Label
                text={[layer && (mapWords.layers[layer] ?? layer), hl.label].filter(Boolean).join(" ")}
                warn={hl.warn ?? false}
                kind={hl.kind}
                strong={hl.strong ?? false}
                y={layer ? -30 : hl.kind === "target" ? 44 : full ? 38 : 0}
              />
            )}
          </g>
        );
      })}
    </g>
  );
}

/** The way of a move; straight up it begins above what the counter has over it. */
function Way(props: { s: Scene; path: readonly string[]; busy: ReadonlyMap<string, number> }) {
  const { s, path, busy } = props;
  const pts = path.map((place) => at(s, place)).filter((h) => h !== undefined);
  if (pts.length < 2) return null;
  const lift = (pts[1]!.x === pts[0]!.x && pts[1]!.y < pts[0]!.y && busy.get(pts[0]!.name)) || 0;
  const d = `M${pts.map((h, i) => p(h.x, i || !lift ? h.y : h.y - lift - 48)).join("L")}`;
  const a = pts[pts.length - 2]!;
  const b = pts[pts.length - 1]!;
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return (
    <g class="way">
      <path class="way-edge" d={d} />
      <path class="way-line" d={d} />
      {pts.slice(1, -1).map((h) => (
        <circle key={h.name} cx={h.x} cy={h.y} r={5} />
      ))}
      <path
        class="way-head"
        d="M16 0L-8 -12L-3 0L-8 12Z"
        transform={`translate(${n(b.x)} ${n(b.y)}) rotate(${n(turn)})`}
      />
    </g>
  );
}

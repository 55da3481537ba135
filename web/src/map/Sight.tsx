import type { SightLine } from "../wire";
import { type Hex, hexOf, n, p, type Scene } from "./geometry";

const at = (s: Scene, place: string): Hex | undefined => s.by.get(hexOf(place));

/** A line of sight: as far as it goes, and where it is stopped. */
export function Sight({ s, line }: { s: Scene; line: SightLine }) {
  const a = at(s, line.a);
  const b = at(s, line.b);
  if (!a || !b) return null;
  const stop = line.hexes.find((x) => x.effect === "blocking");
  const blocked = stop && at(s, stop.at);
  const full = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const t = blocked
    ? Math.min(
        1,
        Math.max(0, ((blocked.x - a.x) * (b.x - a.x) + (blocked.y - a.y) * (b.y - a.y)) / full ** 2),
      )
    : 1;
  const mx = a.x + (b.x - a.x) * t;
  const my = a.y + (b.y - a.y) * t;
  return (
    <g class={`sight v-${line.verdict}`}>
      <path class="sight-edge" d={`M${p(a.x, a.y)}L${p(b.x, b.y)}`} />
      <path class="sight-seen" d={`M${p(a.x, a.y)}L${p(mx, my)}`} />
      {t < 1 && <path class="sight-lost" d={`M${p(mx, my)}L${p(b.x, b.y)}`} />}
      <circle class="sight-end" cx={a.x} cy={a.y} r={8} />
      <circle class="sight-end" cx={b.x} cy={b.y} r={8} />
      {blocked && (
        <path class="sight-cross" d="M-9 -9L9 9M9 -9L-9 9" transform={`translate(${n(mx)} ${n(my)})`} />
      )}
    </g>
  );
}

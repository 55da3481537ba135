/** The printed sheet under everything: set once as markup, then left alone. */

import { Component } from "preact";
import { MARGIN, type Scene } from "./geometry";

const STOPS = ["hi", "mid", "lo"] as const;
const LEAVES = ["wood", "forest", "forest-alt", "scrub", "fruit", "jungle", "deep", "deep-alt", "palm"];

/** Patterns and gradients that classes of map.css refer to. */
function Defs() {
  return (
    <defs>
      {LEAVES.map((leaf) => (
        <radialGradient key={leaf} id={`leaf-${leaf}`} cx="38%" cy="32%" r="75%">
          {STOPS.map((stop, i) => (
            <stop key={stop} offset={i / 2} style={{ "stop-color": `var(--${leaf}-${stop})` }} />
          ))}
        </radialGradient>
      ))}
      <radialGradient id="thatch" cx="42%" cy="36%" r="70%">
        <stop offset="0" class="thatch-hi" />
        <stop offset="1" class="thatch-lo" />
      </radialGradient>
      {["green", "warm"].map((tone) => (
        <radialGradient key={tone} id={`patch-${tone}`}>
          <stop offset="0.1" style={{ "stop-color": `var(--patch-${tone})` }} />
          <stop offset="1" style={{ "stop-color": `var(--patch-${tone})`, "stop-opacity": 0 }} />
        </radialGradient>
      ))}
      <radialGradient id="glow">
        <stop offset="0" class="glow-in" />
        <stop offset="1" class="glow-out" />
      </radialGradient>
      {[
        ["hatch", "M0 8L8 0M-2 2L2 -2M6 10L10 6"],
        ["cross", "M0 8L8 0M0 0L8 8"],
        ["dots", "M2 2h.1M6 6h.1"],
      ].map(([id, d]) =>
        ["ink", "good", "caution", "bad", "mute"].map((tone) => (
          <pattern
            key={`${id}${tone}`}
            id={`${id}-${tone}`}
            width="8"
            height="8"
            patternUnits="userSpaceOnUse"
          >
            <path class={`pattern-${tone}`} d={d} />
          </pattern>
        )),
      )}
    </defs>
  );
}

export class Terrain extends Component<{ s: Scene; markup: string }> {
  private art: SVGGElement | null = null;

  override shouldComponentUpdate(next: { s: Scene; markup: string }): boolean {
    return next.markup !== this.props.markup;
  }

  override componentDidMount(): void {
    this.art!.innerHTML = this.props.markup;
  }

  override componentDidUpdate(): void {
    this.art!.innerHTML = this.props.markup;
  }

  override render() {
    const { s } = this.props;
    const [x, y, w, h] = s.sheet;
    return (
      <svg
        class="terrain"
        width={s.width}
        height={s.height}
        viewBox={`0 0 ${s.width} ${s.height}`}
        aria-hidden="true"
      >
        <Defs />
        <clipPath id="sheet">
          <rect x={x - 1} y={y - 1} width={w + 2} height={h + 2} rx={5} />
        </clipPath>
        <rect
          class="table-shade"
          x={x - MARGIN / 2 + 2}
          y={y - MARGIN / 2 + 4}
          width={w + MARGIN}
          height={h + MARGIN}
          rx={8}
        />
        <rect
          class="margin"
          x={x - MARGIN / 2}
          y={y - MARGIN / 2}
          width={w + MARGIN}
          height={h + MARGIN}
          rx={8}
        />
        <g class="art" clip-path="url(#sheet)">
          <rect class="paper" x={x} y={y} width={w} height={h} />
          <g
            ref={(el) => {
              this.art = el;
            }}
          />
          <rect class="tint" x={x} y={y} width={w} height={h} />
        </g>
        <rect class="sheet-line" x={x} y={y} width={w} height={h} rx={4} />
      </svg>
    );
  }
}

import type { BoardProps } from "./contract";
/** Stand-in. */
export function Board(props: BoardProps) {
  const { board, position } = props;
  const s = board.size;
  const corners = [0, 1, 2, 3, 4, 5].map((i) => [
    Math.cos((i * Math.PI) / 3) * s,
    Math.sin((i * Math.PI) / 3) * s,
  ]);
  const near = (dx: number, dy: number) => {
    const now = board.hexes.find((h) => h.name === props.cursor)!;
    let best = now;
    let d = 1e9;
    for (const h of board.hexes) {
      const e = Math.hypot(h.x - now.x - dx * s * 1.5, h.y - now.y - dy * s * 1.73);
      if (h !== now && h.playable && e < d) {
        best = h;
        d = e;
      }
    }
    props.onCursor(best.name);
    document.querySelector<SVGElement>(`[data-place="${best.name}"]`)?.focus();
  };
  const key = (e: KeyboardEvent) => {
    const m = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (m) {
      near(m[0]!, m[1]!);
      e.preventDefault();
    }
    if (e.key === "Enter" || e.key === " ") {
      props.onHex((e.currentTarget as Element).getAttribute("data-place")!, e);
      e.preventDefault();
    }
  };
  return (
    <svg
      role="grid"
      aria-label={board.name}
      viewBox={`${-s} ${-s} ${board.width + 2 * s} ${board.height + 2 * s}`}
      style={{ width: "100%", height: "100%" }}
    >
      <g role="row">
        {board.hexes.map((h) => {
          const lit = props.highlights.get(h.name);
          return (
            <g
              key={h.name}
              role="gridcell"
              aria-label={`${h.name} ${h.label} ${position.pieces
                .filter((p) => p.at.split("/")[0] === h.name)
                .map((p) => p.label)
                .join(", ")} ${lit?.title ?? ""}`}
              data-place={h.name}
              tabindex={h.name === props.cursor ? 0 : -1}
              onKeyDown={key}
              onClick={(e) => props.onHex(h.name, e)}
              onPointerEnter={() => props.onHover(h.name)}
            >
              <polygon
                points={corners.map(([x, y]) => `${h.x + x!},${h.y + y!}`).join(" ")}
                fill={lit ? "#fc8" : "#eee8d0"}
                stroke="#999"
                stroke-width={s / 40}
              />
              <text x={h.x} y={h.y - s * 0.6} font-size={s / 4} text-anchor="middle">
                {h.name} {lit?.label}
              </text>
              {position.pieces
                .filter((p) => p.at.split("/")[0] === h.name)
                .map((p, i) => (
                  <rect
                    key={p.id}
                    x={h.x - s * 0.4 + i * s * 0.1}
                    y={h.y - s * 0.4 + i * s * 0.1}
                    width={s * 0.7}
                    height={s * 0.7}
                    fill={props.sides[p.side]?.colour}
                    stroke="#000"
                    stroke-width={s / 50}
                  />
                ))}
            </g>
          );
        })}
      </g>
    </svg>
  );
}

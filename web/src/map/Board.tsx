/** The map: terrain drawn once, counters as they change, overlays, an ARIA grid for keys and readers. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import "./map.css";
import "./terrain.css";
import "./marks.css";
import "./counters.css";
import "./overlays.css";
import { loadRare, rare } from "../later";
import type { Piece } from "../wire";
import { Cell } from "./Cell";
import type { BoardProps } from "./contract";
import { Fan } from "./Fan";
import { H, hexOf, layerOf, scene, step } from "./geometry";
import { ground } from "./ground";
import { Above, Below } from "./Overlays";
import { Stack } from "./Stack";
import { contents } from "./stacks";
import { Terrain } from "./Terrain";
import { MapView } from "./view";
import { mapWords } from "./words";

const HOVER_MS = 320;
/** For eyes only: readers find the same in the cells. */
const UNREAD = { "aria-hidden": true };
const NONE: ReadonlySet<string> = new Set();

const placeOf = (target: EventTarget | null): string =>
  (target instanceof Element && target.closest("[data-place]")?.getAttribute("data-place")) || "";
const pieceOf = (target: EventTarget | null): string =>
  (target instanceof Element && target.closest("[data-piece]")?.getAttribute("data-piece")) || "";

/** Layers printed in a hex beside the ground, and those somebody stands on. */
function layersOf(art: { floors: number; roof: boolean }, taken: readonly string[]): string[] {
  return [...new Set(["", ...(art.floors > 1 ? ["upper"] : []), ...(art.roof ? ["roof"] : []), ...taken])];
}

/** How much higher than its hex what stands in it is: a helicopter has a plate above it. */
function lifted([name, { pieces }]: [string, { pieces: readonly Piece[] }]): [string, number] {
  return [name, pieces.some((q) => q.aloft) ? (pieces.length > 1 ? 46 : 24) : 0];
}

export function Board(props: BoardProps) {
  const { board, sides, position, selected, highlights, overlays, ready, cursor, motions, animate } = props;
  const frame = useRef<HTMLDivElement>(null);
  const plane = useRef<HTMLDivElement>(null);
  const cells = useRef<SVGGElement>(null);
  const stage = useRef<SVGGElement>(null);
  const pointed = useRef<SVGTextElement>(null);
  const view = useRef<MapView | null>(null);
  const [fan, setFan] = useState("");
  const hover = useRef({ place: "", timer: 0 });
  const down = useRef<{ x: number; y: number } | null>(null);
  const dragged = useRef(false);

  const s = useMemo(() => scene(board), [board]);
  const art = rare.value;
  const markup = useMemo(() => ground(s, art), [s, art]);
  const there = useMemo(() => contents(position), [position]);
  const busy = useMemo(() => new Map([...there].filter(([, c]) => c.pieces.length).map(lifted)), [there]);
  const crowded = (name: string): boolean => {
    const content = there.get(name);
    return content !== undefined && content.pieces.length + content.aboard.size > 1;
  };
  const chosen = useMemo(() => {
    if (!selected) return NONE;
    if (selected.units.length) return new Set(selected.units);
    return new Set(position.pieces.filter((q) => q.at === selected.place).map((q) => q.id));
  }, [selected, position]);

  useLayoutEffect(() => {
    const middle = () => {
      const on = [...busy.keys()].map((name) => s.by.get(name)).filter((h) => h !== undefined);
      if (!on.length) return { x: s.width / 2, y: s.height / 2 };
      return {
        x: on.reduce((a, h) => a + h.x, 0) / on.length,
        y: on.reduce((a, h) => a + h.y, 0) / on.length,
      };
    };
    const made = new MapView(frame.current!, plane.current!, s.width, s.height, middle);
    view.current = made;
    return () => made.destroy();
  }, [s]);

  useEffect(() => {
    const h = props.centre && s.by.get(hexOf(props.centre.place));
    if (h) view.current?.reveal(h.x, h.y);
  }, [props.centre, s]);

  // The cursor's cell has the focus as long as the focus is in the grid.
  useEffect(() => {
    const cell = cells.current?.querySelector<SVGElement>(`[role=gridcell][data-place="${hexOf(cursor)}"]`);
    if (!cell || !cells.current?.contains(document.activeElement)) return;
    if (document.activeElement !== cell) cell.focus({ preventScroll: true });
    const h = s.by.get(hexOf(cursor));
    if (h) view.current?.reveal(h.x, h.y);
  }, [cursor, s]);

  const { onMotionsDone } = props;
  useEffect(() => {
    if (!motions.list.length || !animate || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      onMotionsDone(motions.id);
      return undefined;
    }
    const stop = new AbortController();
    loadRare()
      .then((found) =>
        found?.play(motions.list, s, cells.current!.parentElement!, stage.current!, stop.signal),
      )
      .then(() => onMotionsDone(motions.id));
    return () => stop.abort();
  }, [motions.id]);

  const look = (place: string): void => {
    const at = hover.current;
    if (at.place === place) return;
    at.place = place;
    clearTimeout(at.timer);
    props.onHover(place);
    const name = hexOf(place);
    const h = s.by.get(name);
    const id = pointed.current!;
    id.textContent = name;
    if (h) id.setAttribute("transform", `translate(${h.x} ${h.cut === "top" ? h.y + 13 : h.y - H + 13})`);
    const many = crowded(name);
    at.timer = window.setTimeout(() => setFan(many ? name : ""), many ? HOVER_MS : 160);
  };

  const click = (event: MouseEvent): void => {
    if (dragged.current) return;
    const turn = event.target instanceof Element && event.target.closest("[data-turn]");
    if (turn) {
      props.onTurn(Number(turn.getAttribute("data-turn")));
      return;
    }
    const piece = pieceOf(event.target);
    const place = placeOf(event.target);
    if (!piece && !place) return;
    const cell = cells.current?.querySelector<SVGElement>(`[role=gridcell][data-place="${hexOf(place)}"]`);
    cell?.focus({ preventScroll: true });
    if (place && place !== cursor) props.onCursor(place);
    if (piece) props.onPiece(piece, event);
    else props.onHex(place, event);
    if (event instanceof PointerEvent && event.pointerType === "touch") {
      const name = hexOf(place);
      setFan(crowded(name) && fan !== name ? name : "");
    }
  };

  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const h = s.by.get(hexOf(cursor)) ?? s.hexes[0];
    if (!h) return;
    if (event.key === "+" || event.key === "=") view.current?.by(1.3);
    else if (event.key === "-") view.current?.by(1 / 1.3);
    else if (event.key === "0") view.current?.fit();
    else if (event.key === "Enter" || event.key === " ") props.onHex(cursor || h.name, event);
    else if (event.key === "PageUp" || event.key === "PageDown") {
      const taken = there.get(h.name)?.pieces.map((q) => layerOf(q.at)) ?? [];
      const layers = layersOf(h.art, taken);
      const i = layers.indexOf(layerOf(cursor)) + (event.key === "PageUp" ? 1 : -1);
      const layer = layers[(i + layers.length) % layers.length]!;
      props.onCursor(layer ? `${h.name}/${layer}` : h.name);
    } else if (event.key === "Home" || event.key === "End") {
      const row = s.rows[h.row]!;
      props.onCursor((event.key === "Home" ? row[0]! : row[row.length - 1]!).name);
    } else {
      const to = step(h, event.key);
      if (!to) return;
      props.onCursor(to.name);
    }
    event.preventDefault();
  };

  const onFocus = (event: FocusEvent): void => {
    const place = placeOf(event.target);
    if (place && hexOf(place) !== hexOf(cursor)) props.onCursor(place);
    const cell =
      event.target instanceof Element && event.target.matches(":focus-visible") ? placeOf(event.target) : "";
    setFan(crowded(hexOf(cell)) ? hexOf(cell) : "");
  };

  const tabStop = s.by.has(hexOf(cursor)) ? hexOf(cursor) : (s.rows[0]?.[0]?.name ?? "");
  const chosenHex = selected ? hexOf(selected.place) : "";
  const open = fan ? there.get(fan) : undefined;
  return (
    <div
      class={`map${position.night[0] ? " night" : ""}`}
      ref={frame}
      onPointerDown={(e) => {
        down.current = { x: e.clientX, y: e.clientY };
        dragged.current = false;
      }}
      onPointerMove={(e) => {
        if (down.current && Math.hypot(e.clientX - down.current.x, e.clientY - down.current.y) > 6)
          dragged.current = true;
        if (e.pointerType !== "touch") look(placeOf(e.target));
      }}
      onPointerUp={() => {
        down.current = null;
      }}
      onPointerLeave={() => look("")}
      onClick={click}
      onKeyDown={key}
    >
      <div class="plane" ref={plane} style={{ width: `${s.width}px`, height: `${s.height}px` }}>
        <Terrain s={s} markup={markup} />
        <svg
          class="play"
          width={s.width}
          height={s.height}
          viewBox={`0 0 ${s.width} ${s.height}`}
          role="grid"
          aria-label={mapWords.map}
          aria-rowcount={s.rows.length}
          onFocusIn={onFocus}
          onFocusOut={() => setFan("")}
        >
          <g {...UNREAD}>
            <Below s={s} highlights={highlights} overlays={overlays} selected={selected} />
            <g class="stacks">
              {s.rows.flat().map((hex) => {
                const content = there.get(hex.name);
                return (
                  content && (
                    <Stack
                      key={hex.name}
                      hex={hex}
                      content={content}
                      state={content.pieces.map((q) => `${ready.has(q.id)} ${chosen.has(q.id)}`).join()}
                      ready={ready}
                      chosen={chosen}
                      sides={sides}
                    />
                  )
                );
              })}
            </g>
          </g>
          <g class="cells" ref={cells}>
            {s.rows.map((row, i) => (
              <g role="row" aria-rowindex={i + 1} key={row[0]!.name}>
                {row.map((hex) => {
                  const content = there.get(hex.name);
                  return (
                    <Cell
                      key={hex.name}
                      hex={hex}
                      content={content}
                      state={content?.pieces.map((q) => chosen.has(q.id)).join() ?? ""}
                      chosen={chosen}
                      selected={hex.name === chosenHex}
                      tab={hex.name === tabStop}
                      title={highlights.get(hex.name)?.title ?? ""}
                    />
                  );
                })}
              </g>
            ))}
          </g>
          <g {...UNREAD}>
            <Above s={s} highlights={highlights} overlays={overlays} busy={busy} />
            <text class="pointed" ref={pointed} />
            {open && (
              <Fan
                part={view.current!.part}
                hex={s.by.get(fan)!}
                content={open}
                ready={ready}
                chosen={chosen}
                sides={sides}
              />
            )}
            <g class="stage" ref={stage} />
          </g>
        </svg>
      </div>
      <div class="zoom-keys">
        <button
          type="button"
          aria-label={mapWords.zoomIn}
          title={mapWords.zoomIn}
          onClick={() => view.current?.by(1.3)}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M10 4V16M4 10H16" />
          </svg>
        </button>
        <button
          type="button"
          aria-label={mapWords.zoomOut}
          title={mapWords.zoomOut}
          onClick={() => view.current?.by(1 / 1.3)}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M4 10H16" />
          </svg>
        </button>
        <button
          type="button"
          aria-label={mapWords.fit}
          title={mapWords.fit}
          onClick={() => view.current?.fit()}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M4 8V4H8M12 4H16V8M16 12V16H12M8 16H4V12" />
          </svg>
        </button>
      </div>
    </div>
  );
}

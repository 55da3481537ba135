/** Plays what happened: moves along their path, tracers, dice, states. Nothing here changes the position shown after. */

import type { Motion } from "../wire";
import { type Hex, hexOf, type Scene } from "./geometry";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 190;
const SHOT = 220;
const SETTLE = 240;

function make(parent: Element, name: string, attributes: Record<string, string>): SVGElement {
  const el = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  parent.append(el);
  return el;
}

const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-6, -6],
    [6, 6],
  ],
  [
    [-6, -6],
    [0, 0],
    [6, 6],
  ],
  [
    [-6, -6],
    [6, -6],
    [-6, 6],
    [6, 6],
  ],
  [
    [-6, -6],
    [6, -6],
    [0, 0],
    [-6, 6],
    [6, 6],
  ],
  [
    [-6, -6],
    [6, -6],
    [-6, 0],
    [6, 0],
    [-6, 6],
    [6, 6],
  ],
];

function die(parent: Element, face: number): SVGElement {
  const g = make(parent, "g", { class: "die" });
  make(g, "rect", { x: "-14", y: "-14", width: "28", height: "28", rx: "6" });
  const pips = PIPS[face];
  if (pips?.length) for (const [x, y] of pips) make(g, "circle", { cx: `${x}`, cy: `${y}`, r: "2.8" });
  else make(g, "text", { y: "6" }).textContent = String(face);
  return g;
}

const shift = (h: Hex, dx = 0, dy = 0): string => `translate(${h.x + dx}px, ${h.y + dy}px)`;

/** Plays a list on the layer `stage` of the map `root`; resolves when all is over or `signal` aborts. */
export async function play(
  list: readonly Motion[],
  s: Scene,
  root: Element,
  stage: Element,
  signal: AbortSignal,
): Promise<void> {
  const at = (place: string): Hex | undefined => s.by.get(hexOf(place));
  let last: Hex | undefined;
  const haste = Math.min(1, 8 / list.length); // long stories are told faster
  const run = async (el: Element, frames: Keyframe[], duration: number): Promise<void> => {
    const animation = el.animate(frames, { duration: duration * haste, easing: "ease-in-out", fill: "both" });
    const stop = () => animation.cancel();
    signal.addEventListener("abort", stop, { once: true });
    await animation.finished.catch(() => undefined);
    signal.removeEventListener("abort", stop);
  };
  for (const m of list) {
    if (signal.aborted) break;
    if (m.what === "move" && m.path.length > 1) {
      const way = m.path.map(at).filter((h) => h !== undefined);
      const counter = root.querySelector<SVGElement>(`.cells [data-piece="${CSS.escape(m.unit)}"]`);
      if (!counter || way.length < 2) continue;
      const ghost = make(stage, "g", { class: "ghost" });
      const copy = counter.cloneNode(true) as SVGElement;
      for (const name of ["transform", "data-piece", "role", "tabindex", "aria-label", "aria-pressed"])
        copy.removeAttribute(name);
      ghost.append(copy);
      counter.style.visibility = "hidden";
      await run(
        ghost,
        way.map((h) => ({ transform: shift(h) })),
        Math.min(900, STEP * (way.length - 1)),
      );
      counter.style.visibility = "";
      ghost.remove();
      last = way[way.length - 1];
    } else if (m.what === "fire") {
      const a = at(m.origin);
      const b = at(m.at);
      if (!a || !b) continue;
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      const tracer = make(stage, "path", {
        class: "tracer",
        d: `M${a.x} ${a.y}L${b.x} ${b.y}`,
        "stroke-dasharray": `${length / 3} ${length}`,
      });
      await run(
        tracer,
        [{ strokeDashoffset: String(length / 3) }, { strokeDashoffset: String(-length) }],
        SHOT,
      );
      tracer.remove();
      const hit = make(stage, "circle", { class: "hit", r: "20" });
      await run(
        hit,
        [
          { transform: `${shift(b)} scale(.3)`, opacity: 1 },
          { transform: `${shift(b)} scale(1.4)`, opacity: 0 },
        ],
        180,
      );
      hit.remove();
      last = b;
    } else if (m.what === "dice" && m.faces.length) {
      const h = at(m.at) ?? last ?? s.hexes[0]!;
      const cup = make(stage, "g", { class: "dice" });
      m.faces.forEach((face, i) => {
        die(cup, face).setAttribute("transform", `translate(${(i - (m.faces.length - 1) / 2) * 34} 0)`);
      });
      await run(
        cup,
        [
          { transform: `${shift(h, -26, -84)} rotate(-24deg)`, opacity: 0 },
          { transform: `${shift(h, 4, -44)} rotate(6deg)`, opacity: 1, offset: 0.7 },
          { transform: `${shift(h, 0, -48)} rotate(0deg)`, opacity: 1 },
        ],
        SETTLE,
      );
      await run(
        cup,
        [
          { transform: shift(h, 0, -48), opacity: 1 },
          { transform: shift(h, 0, -48), opacity: 1, offset: 0.8 },
          { transform: shift(h, 0, -54), opacity: 0 },
        ],
        600,
      );
      cup.remove();
    } else if (m.what === "state" || m.what === "marker") {
      const counter = m.unit
        ? root.querySelector<SVGElement>(`.cells [data-piece="${CSS.escape(m.unit)}"]`)
        : null;
      const h =
        at(m.at) ??
        (counter ? at(counter.closest("[data-place]")?.getAttribute("data-place") ?? "") : undefined);
      if (!h) continue;
      const pop = make(stage, "circle", { class: `pop p-${m.what}`, r: "34" });
      await run(
        pop,
        [
          { transform: `${shift(h)} scale(.5)`, opacity: 0.9 },
          { transform: `${shift(h)} scale(1.3)`, opacity: 0 },
        ],
        200,
      );
      pop.remove();
    }
  }
  stage.replaceChildren();
}

/** Plays what happened: moves along their path, tracers, dice, states. Nothing here changes the position shown after. */

import type { Motion } from "../wire";
import { type Hex, hexOf, type Scene } from "./geometry";
import { pips } from "./pips";

const SVG = "http://www.w3.org/2000/svg";
const STEP = 190;
const SHOT = 220;
const SETTLE = 240;
/** Shown by a ring that opens where it happens. */
const POPS = new Set(["state", "marker", "appear"]);

function make(parent: Element, name: string, attributes: Record<string, string>): SVGElement {
  const el = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  parent.append(el);
  return el;
}

function die(parent: Element, face: number): SVGElement {
  const g = make(parent, "g", { class: "die" });
  make(g, "rect", { x: "-14", y: "-14", width: "28", height: "28", rx: "6" });
  const found = pips(face);
  for (const [x, y] of found) make(g, "circle", { cx: `${6 * x}`, cy: `${6 * y}`, r: "2.8" });
  if (!found.length) make(g, "text", { y: "6" }).textContent = String(face);
  return g;
}

const shift = (h: Hex, dx = 0, dy = 0): string => `translate(${h.x + dx}px, ${h.y + dy}px)`;

/** A copy of a counter that moves while the counter itself, already where it belongs, is hidden. */
interface Ghost {
  el: SVGElement;
  counter: SVGElement;
  /** Number of the unit's last move in the list. */
  last: number;
}

type Run = (el: Element, frames: Keyframe[], duration: number) => Promise<void>;

/** A shot flies from hex to hex and strikes. */
async function shoot(stage: Element, run: Run, a: Hex, b: Hex): Promise<void> {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const tracer = make(stage, "path", {
    class: "tracer",
    d: `M${a.x} ${a.y}L${b.x} ${b.y}`,
    "stroke-dasharray": `${length / 3} ${length}`,
  });
  await run(tracer, [{ strokeDashoffset: String(length / 3) }, { strokeDashoffset: String(-length) }], SHOT);
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
}

/** Dice fall above a hex, lie there, and are gone. */
async function cast(stage: Element, run: Run, h: Hex, faces: readonly number[]): Promise<void> {
  const cup = make(stage, "g", { class: "dice" });
  faces.forEach((face, i) => {
    die(cup, face).setAttribute("transform", `translate(${(i - (faces.length - 1) / 2) * 34} 0)`);
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
}

/** A ring opens over a hex. */
async function pop(stage: Element, run: Run, h: Hex): Promise<void> {
  const ring = make(stage, "circle", { class: "pop", r: "34" });
  await run(
    ring,
    [
      { transform: `${shift(h)} scale(.5)`, opacity: 0.9 },
      { transform: `${shift(h)} scale(1.3)`, opacity: 0 },
    ],
    200,
  );
  ring.remove();
}

/** Plays a list on the layer `stage` of the map `root`; resolves when all is over or `signal` aborts. */
export async function play(
  list: readonly Motion[],
  s: Scene,
  root: Element,
  stage: Element,
  signal: AbortSignal,
): Promise<void> {
  const at = (place: string): Hex | undefined => s.by.get(hexOf(place));
  const find = (unit: string) => root.querySelector<SVGElement>(`.stacks [data-art="${CSS.escape(unit)}"]`);
  let last: Hex | undefined;
  const haste = Math.min(1, 8 / list.length); // long stories are told faster
  const run: Run = async (el, frames, duration) => {
    const animation = el.animate(frames, { duration: duration * haste, easing: "ease-in-out", fill: "both" });
    const stop = () => animation.cancel();
    signal.addEventListener("abort", stop, { once: true });
    await animation.finished.catch(() => undefined);
    signal.removeEventListener("abort", stop);
  };
  const ghosts = new Map<string, Ghost>();
  list.forEach((m, i) => {
    const from = m.path.map(at).find(Boolean); // who comes from off the map starts where it enters
    if (m.what !== "move" || !from) return;
    const known = ghosts.get(m.unit);
    if (known) {
      known.last = i;
      return;
    }
    const counter = find(m.unit);
    if (!counter) return;
    const el = make(stage, "g", { class: "ghost" });
    const copy = counter.cloneNode(true) as SVGElement;
    copy.removeAttribute("transform");
    copy.removeAttribute("data-art");
    el.append(copy);
    el.style.transform = shift(from);
    counter.style.visibility = "hidden";
    ghosts.set(m.unit, { el, counter, last: i });
  });
  const spot = (m: Motion): Hex | undefined =>
    at(m.at) ?? at(find(m.unit)?.closest("[data-hex]")?.getAttribute("data-hex") ?? "");
  const settle = (ghost: Ghost): void => {
    ghost.counter.style.visibility = "";
    ghost.el.remove();
  };
  for (let i = 0; i < list.length && !signal.aborted; i++) {
    const m = list[i]!;
    if (m.what === "move" && m.path.length > 1) {
      // Units that go the same way go together.
      const way = m.path.map(at).filter((h) => h !== undefined);
      const first = i;
      while (list[i + 1]?.what === "move" && list[i + 1]!.path.join() === m.path.join()) i++;
      const group = list.slice(first, i + 1).flatMap((one) => ghosts.get(one.unit) ?? []);
      const frames = way.map((h) => ({ transform: shift(h) }));
      if (way.length > 1) {
        await Promise.all(group.map((g) => run(g.el, frames, Math.min(900, STEP * (way.length - 1)))));
      }
      for (const g of group) if (g.last <= i) settle(g);
      last = way[way.length - 1];
    } else if (m.what === "fire") {
      const a = at(m.origin);
      const b = at(m.at);
      if (!a || !b) continue;
      await shoot(stage, run, a, b);
      last = b;
    } else if (m.what === "dice" && m.faces.length) {
      await cast(stage, run, at(m.at) ?? last ?? s.hexes[0]!, m.faces);
    } else if (POPS.has(m.what)) {
      // What changes at the same time is shown at the same time.
      const first = i;
      while (POPS.has(list[i + 1]?.what ?? "")) i++;
      const spots = new Set(list.slice(first, i + 1).flatMap((one) => spot(one) ?? []));
      await Promise.all([...spots].map((h) => pop(stage, run, h)));
    }
  }
  ghosts.forEach(settle);
  stage.replaceChildren();
}

import { hexOf } from "../map/geometry";
import type { Table } from "../state/table";
import { t } from "../strings";
import type { Option } from "../wire";
import { Tag } from "./bits";
import { focusCell } from "./state";

/** The place under a point of the screen, empty if it is not the map. */
function placeUnder(x: number, y: number): string {
  const cell = document.elementFromPoint(x, y)?.closest("[data-place]");
  return cell?.getAttribute("data-place") ?? "";
}

/** Units that wait off the map. To be placed: drag them to the map, or choose one and then a hex. To enter it: choose
 * who comes in together, then a hex; whoever comes alone is placed. */
export function Tray(props: {
  table: Table;
  waiting: ReadonlyMap<string, Option[]>;
  entering: ReadonlySet<string>;
  /** Units that are to enter: taken into the group, and chosen for it here. */
  picked: readonly string[];
  units: readonly string[];
}) {
  const { table, waiting, entering, picked, units } = props;
  const { items, pieces } = table.position.value!;
  const flow = table.flow.value;
  const enters = entering.size + picked.length > 0;
  const mode = flow.kind === "reach" ? flow.mode : "normal";
  const press = (event: MouseEvent, id: string) => {
    if (entering.has(id)) {
      table.enter(units.includes(id) ? units.filter((one) => one !== id) : [...units, id], mode);
      return;
    }
    table.flow.value = { kind: "place", unit: id };
    const first = waiting.get(id)?.[0];
    if (event.detail > 0 || !first) return;
    table.cursor.value = hexOf(first.at);
    setTimeout(() => focusCell(hexOf(first.at)));
  };
  return (
    <div class="group tray">
      <h3>{t(enters ? "now.enterTray" : "now.tray")}</h3>
      <p class="muted">{t(enters ? "now.enterHint" : "now.trayHint")}</p>
      <ul>
        {pieces
          .filter(({ id }) => waiting.has(id) || entering.has(id) || picked.includes(id))
          .map((piece) => {
            const { id } = piece;
            const along = [
              ...items.filter((item) => item.carrier === id),
              ...pieces.filter((one) => one.aboard === id),
            ];
            return (
              <li key={id}>
                <button
                  type="button"
                  class={`counter-chip${entering.has(id) ? " pick" : ""}`}
                  aria-pressed={
                    picked.includes(id) || units.includes(id) || (flow.kind === "place" && flow.unit === id)
                  }
                  disabled={picked.includes(id)}
                  style={{ "--side": table.welcome.value?.sides[piece.side]?.colour }}
                  onClick={(event) => press(event, id)}
                  onPointerDown={(event) => waiting.has(id) && drag(event, table, id, waiting.get(id)!)}
                >
                  <span class="name">
                    {piece.name} <Tag id={id} name={piece.name} />
                  </span>
                  <span class="num values">
                    {[values(piece), ...along.map((one) => one.name)].filter(Boolean).join(", ")}
                  </span>
                </button>
              </li>
            );
          })}
      </ul>
    </div>
  );
}

function values(piece: { fp: string; range: string; mf: string; lm: string; morale: string }): string {
  return (
    [piece.fp, piece.range, piece.lm, piece.mf].filter(Boolean).join(" · ") +
    (piece.morale ? `  (${piece.morale})` : "")
  );
}

/** Follows the pointer with a copy of the counter and drops it on a legal hex. */
function drag(event: PointerEvent, table: Table, unit: string, options: readonly Option[]): void {
  if (event.button !== 0) return;
  const source = event.currentTarget as HTMLElement;
  const start = { x: event.clientX, y: event.clientY };
  let ghost: HTMLElement | null = null;
  const move = (now: PointerEvent) => {
    if (!ghost) {
      if (Math.hypot(now.clientX - start.x, now.clientY - start.y) < 6) return;
      ghost = source.cloneNode(true) as HTMLElement;
      ghost.classList.add("ghost");
      ghost.setAttribute("aria-hidden", "true");
      document.body.append(ghost);
      table.flow.value = { kind: "place", unit };
    }
    ghost.style.translate = `${now.clientX}px ${now.clientY}px`;
    table.pointAt(placeUnder(now.clientX, now.clientY));
    now.preventDefault();
  };
  const end = (now: PointerEvent) => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    table.pointAt("");
    const place = now.type === "pointerup" ? placeUnder(now.clientX, now.clientY) : "";
    const option = options.find((one) => place && hexOf(one.at) === hexOf(place));
    if (option) table.give([option.do]);
    else table.flow.value = { kind: "idle" };
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}

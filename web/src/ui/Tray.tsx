import { hexOf } from "../map/geometry";
import type { Table } from "../state/table";
import { t } from "../strings";
import type { Option } from "../wire";
import { focusCell } from "./state";

/** The place under a point of the screen, empty if it is not the map. */
function placeUnder(x: number, y: number): string {
  const cell = document.elementFromPoint(x, y)?.closest("[data-place]");
  return cell?.getAttribute("data-place") ?? "";
}

/** Units that wait to be placed: drag them to the map, or choose one and then a hex. */
export function Tray({ table, waiting }: { table: Table; waiting: ReadonlyMap<string, Option[]> }) {
  const { items, pieces } = table.position.value!;
  const carried = (id: string) => items.filter((item) => item.carrier === id).map((item) => item.name);
  const flow = table.flow.value;
  const chosen = flow.kind === "place" ? flow.unit : "";
  const names = [...waiting.keys()].map((id) => ({ id, piece: pieces.find((piece) => piece.id === id) }));
  return (
    <div class="group tray">
      <h3>{t("now.tray")}</h3>
      <p class="muted">{t("now.trayHint")}</p>
      <ul>
        {names.map(({ id, piece }) => (
          <li key={id}>
            <button
              type="button"
              class="counter-chip"
              aria-pressed={chosen === id}
              style={{ "--side": table.welcome.value?.sides[piece?.side ?? 0]?.colour }}
              onClick={(event) => {
                table.flow.value = { kind: "place", unit: id };
                const first = waiting.get(id)?.[0];
                if (event.detail > 0 || !first) return;
                table.cursor.value = hexOf(first.at);
                setTimeout(() => focusCell(hexOf(first.at)));
              }}
              onPointerDown={(event) => drag(event, table, id, waiting.get(id) ?? [])}
            >
              <span class="name">{piece?.name ?? id}</span>
              <span class="num values">{piece && values(piece)}</span>
              <span class="values">{carried(id).join(", ")}</span>
            </button>
          </li>
        ))}
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

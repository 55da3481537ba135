import { useState } from "preact/hooks";
import { hexOf } from "../logic/options";
import type { Table } from "../state/table";
import { t } from "../strings";
import type { Piece } from "../wire";
import { SideMark } from "./bits";

/** All units as a list: the second way to the map. */
export function Units({ table, shown }: { table: Table; shown?: boolean }) {
  const [open, setOpen] = useState(shown ?? false);
  const position = table.position.value;
  const sides = table.welcome.value?.sides ?? [];
  if (!position) return null;
  const ready = table.ready.value;
  return (
    <section class="panel units" aria-labelledby="units-title">
      <h2 id="units-title">
        <button type="button" aria-expanded={open} aria-controls="units-list" onClick={() => setOpen(!open)}>
          {t("units.title")}
        </button>
      </h2>
      <div id="units-list" hidden={!open}>
        {sides.map((side, index) => {
          const stacks = stacksOf(position.pieces.filter((piece) => piece.side === index));
          return (
            <details key={side.id} open={index === (table.mine.value?.side ?? table.seats[0] ?? 0)}>
              <summary>
                <SideMark colour={side.colour} edge={side.edge} index={index} /> {side.name}
              </summary>
              {stacks.length === 0 && <p class="muted">{t("units.none")}</p>}
              <ul class="choices">
                {stacks.map(([place, pieces]) => (
                  <li key={place}>
                    <button
                      type="button"
                      class={`choice ${pieces.some((piece) => ready.has(piece.id)) ? "ready" : ""}`}
                      onClick={() => {
                        table.centre.value = { place: hexOf(place) };
                        table.hex(place);
                      }}
                    >
                      <b>{place}</b> {pieces.map(name).join(", ")}
                    </button>
                  </li>
                ))}
              </ul>
            </details>
          );
        })}
      </div>
    </section>
  );
}

function name(piece: Piece): string {
  const state = piece.chips.map((chip) => chip.short).join(" ");
  return state ? `${piece.name} (${state})` : piece.name;
}

function stacksOf(pieces: readonly Piece[]): [string, Piece[]][] {
  const found = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (!piece.at) continue;
    const list = found.get(piece.at);
    if (list) list.push(piece);
    else found.set(piece.at, [piece]);
  }
  return [...found].sort(([a], [b]) => a.localeCompare(b, undefined, { numeric: true }));
}

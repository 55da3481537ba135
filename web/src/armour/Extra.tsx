import { useEffect } from "preact/hooks";
import { keyOf, reachAt, targetAt } from "../logic/flow";
import { hexOf } from "../logic/options";
import type { Table } from "../state/table";
import { t } from "../strings";
import { CardView } from "../ui/CardView";
import type { Target, Way } from "../wire";
import { Compass } from "./Compass";
import { digit } from "./logic";

/** What vehicles and guns add to a decision: directions, and ways to fire at one target. */
export function Extra({ table }: { table: Table }) {
  const flow = table.flow.value;
  const turns = table.turns.value;
  const target = targetAt(flow);
  const hex = reachAt(flow);
  return (
    <>
      {flow.kind === "turn" && flow.sets.length > 1 && (
        <fieldset class="modes">
          <legend>{t("now.mode")}</legend>
          {flow.sets.map((set, index) => (
            <label key={set.title}>
              <input
                type="radio"
                name="turn-set"
                checked={index === flow.chosen}
                onChange={() => {
                  table.flow.value = { ...flow, chosen: index };
                }}
              />
              {set.title}
            </label>
          ))}
        </fieldset>
      )}
      {hex?.card && <CardView card={hex.card} />}
      {turns && <Compass table={table} turns={turns} />}
      {target && target.ways.length > 1 && <Ways table={table} target={target} />}
    </>
  );
}

function Ways({ table, target }: { table: Table; target: Target }) {
  const now = JSON.stringify(target.do);
  return (
    <fieldset class="modes ways">
      <legend>{t("now.mode")}</legend>
      {target.ways.map((way) => (
        <label key={way.text}>
          <input
            type="radio"
            name="way"
            checked={JSON.stringify(way.do) === now}
            onChange={() => choose(table, target, way)}
          />
          {way.text}
        </label>
      ))}
    </fieldset>
  );
}

/** Another way to fire at a target: its sums take the place of those shown. */
async function choose(table: Table, target: Target, way: Way): Promise<void> {
  const flow = table.flow.value;
  const reply = await table.ask({ what: "card", do: way.do });
  if (table.flow.value !== flow || flow.kind !== "targets" || !reply?.card) return;
  const { card } = reply;
  const targets = flow.targets!.map((one) =>
    keyOf(one) === keyOf(target) ? { ...one, do: way.do, card } : one,
  );
  table.flow.value = { ...flow, targets };
}

/** Keeps the arcs of what is selected up to date, and hears the keys for directions. */
export function Watch({ table }: { table: Table }) {
  const place = hexOf(table.selected.value?.place ?? "");
  const position = table.position.value;
  const geared = position?.pieces.some((piece) => piece.gear && hexOf(piece.at) === place) ?? false;
  const present = !table.past.value;
  useEffect(() => {
    let stale = false;
    table.arcs.value = [];
    if (geared && present)
      table.ask({ what: "arcs", at: place }).then((reply) => {
        if (!stale) table.arcs.value = reply?.arcs ?? [];
      });
    return () => {
      stale = true;
    };
  }, [table, place, geared, present, position]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
      if ((event.target as HTMLElement).matches?.("input:not([type=radio]), select, textarea")) return;
      const turn = table.turns.value?.list.find((one) => String(digit(one.bearing)) === event.key);
      if (!turn) return;
      event.preventDefault();
      table.give(turn.do);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [table]);
  return null;
}

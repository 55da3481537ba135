/** What a helicopter is doing and may do, beside the map. */

import { useEffect } from "preact/hooks";
import type { Table } from "../state/table";
import { t } from "../strings";
import { Rule, Shut } from "../ui/bits";
import { narrow } from "../ui/state";
import type { Option, Piece } from "../wire";

/** Whether an option is shown here, so that the list of all options leaves it out. */
export const shows = (table: Table, option: Option): boolean =>
  option.path.length > 0 || (option.kind !== "end_flight" && table.cockpit.value?.of === table.mine.value);

/** Mode, level, what is below; who is aboard, or the armor where that is listed anyhow. */
export function Height(props: { table: Table; piece: Piece; names?: boolean; unread?: boolean }) {
  const { table, piece, names, unread } = props;
  const { aloft, gear } = piece;
  if (!aloft) return null;
  const riders = table.position.value?.pieces.filter((one) => one.aboard === piece.id) ?? [];
  return (
    <p class="height">
      {t(aloft.mode === "hovering" ? "heli.hovering" : "heli.flying", {
        over: aloft.over,
        level: aloft.level,
      })}{" "}
      {unread ? <span class="muted">§19.2.1</span> : <Rule rule="19.2.1" />}{" "}
      {names
        ? riders.length > 0
          ? t("heli.aboard", { names: riders.map((one) => one.name).join(", ") })
          : gear?.capacity && t("heli.empty")
        : gear?.armor[0] && t("heli.armor", { armor: gear.armor[0] })}
    </p>
  );
}

/** The helicopter whose impulse it is: where it is, its orders as buttons with their sections, and what it may not. */
export function Pilot({ table }: { table: Table }) {
  const decision = table.mine.value;
  const flow = table.flow.value;
  const flies = decision?.question === "flight_action";
  const at = decision?.focus[0] ?? "";
  useEffect(() => {
    if (!flies || !decision) return;
    table.selected.value = narrow.value ? null : { place: at, units: [] };
    table.ask({ what: "menu", at, side: decision.side }).then((reply) => {
      if (reply?.menu && table.mine.value === decision)
        table.cockpit.value = { of: decision, items: reply.menu.items };
    });
  }, [table, decision, flies, at]);
  if (!flies || !decision) return null;
  const piece = table.position.value?.pieces.find((one) => one.at === at && one.aloft);
  const known = table.cockpit.value;
  const free = flow.kind === "idle" || (flow.kind === "reach" && flow.from.kind === "idle" && !flow.at);
  const all = known?.of === decision ? known.items : [];
  // Where one that flies can go is lit anyhow.
  const lit = decision.options.some((option) => option.kind === "fly_to");
  const items = all.filter((item) => !(lit && item.next === "reach") && item.group !== "end");
  const open = items.filter((item) => !item.refusal);
  const shut = items.filter((item) => item.refusal);
  return (
    <div class="air pilot">
      {piece && <Height table={table} piece={piece} names />}
      {free && open.length > 0 && (
        <ul class="choices inline">
          {open.map((item) => (
            <li key={item.key + item.text}>
              <button
                type="button"
                class="choice"
                disabled={table.busy.value}
                onClick={() => {
                  if (item.next)
                    table.flow.value = {
                      kind: "stack",
                      place: at,
                      menu: { at, groups: [], items: all },
                      asking: false,
                    };
                  table.item(item);
                }}
              >
                {item.text}
                {item.next && <span aria-hidden="true"> …</span>}
              </button>
              <Rule rule={item.rule} />
            </li>
          ))}
        </ul>
      )}
      {free && <Shut items={shut} />}
    </div>
  );
}

import { armour } from "../later";
import { bundled } from "../logic/flow";
import { optionsAt, optionsFrom } from "../logic/options";
import type { Table } from "../state/table";
import { percent, t } from "../strings";
import type { Decision, Menu, MenuItem } from "../wire";
import { Rule, Shut } from "./bits";
import { OptionList } from "./Choices";

interface StackProps {
  table: Table;
  decision: Decision;
  place: string;
  menu: Menu | null;
  asking: boolean;
}

/** What the units of a place may do, and what not, with the reason. */
export function StackMenu({ table, decision, place, menu, asking }: StackProps) {
  if (asking) return <p class="about">{t("now.asking", { place })}</p>;
  const items = menu?.items ?? [];
  const open = items.filter((item) => !item.refusal);
  const shut = items.filter((item) => item.refusal);
  const position = table.position.value!;
  const others =
    open.length === 0
      ? [...new Set([...optionsFrom(decision, position, place), ...optionsAt(decision, place)])]
      : [];
  const groups = (menu?.groups ?? []).map(([key, title]) => ({
    key,
    title,
    items: open.filter((item) => item.group === key),
  }));
  const loose = open.filter((item) => !groups.some((group) => group.key === item.group));
  if (loose.length > 0) groups.push({ key: "", title: "", items: loose });
  return (
    <>
      <h3 class="place">{t("now.hereTitle", { place })}</h3>
      {groups
        .filter((group) => group.items.length > 0)
        .map((group) => (
          <div key={group.key} class="group">
            {group.title && <h3>{group.title}</h3>}
            <ul class="choices inline">
              {bundled(group.items).map((items) =>
                items.length > 2 || items[0]!.options[0]?.turn ? (
                  <Bundle key={items[0]!.key} table={table} title={group.title} items={items} />
                ) : (
                  items.map((item) => <Item key={item.key + item.text} table={table} item={item} />)
                ),
              )}
            </ul>
          </div>
        ))}
      {others.length > 0 && <OptionList table={table} options={others} />}
      {open.length === 0 && others.length === 0 && <p class="about">{t("now.nothing", { place })}</p>}
      <Shut items={shut} open={open.length === 0} />
    </>
  );
}

/** One button for orders that differ only in the hex they point at: the hex is chosen on the map. */
function Bundle({ table, title, items }: { table: Table; title: string; items: MenuItem[] }) {
  const unit = table.position.value!.pieces.find((piece) => piece.id === items[0]!.units[0]);
  const turn = items[0]!.options[0]?.turn ?? "";
  const means = items[0]!.options[0]?.means;
  const whom = unit && t("now.unitDoes", { title, unit: unit.name, id: unit.id });
  const text = [whom || title, means].filter(Boolean).join(", ");
  return (
    <li>
      <button
        type="button"
        class="choice"
        onClick={() => {
          const from = table.flow.value;
          table.flow.value =
            turn && armour.value && from.kind === "stack"
              ? armour.value.turnFlow(from, from.place, items)
              : { kind: "pick", from, title: text, items };
        }}
      >
        {turn || t("now.group", { title: text, n: items.length })}
        <span aria-hidden="true"> …</span>
      </button>
      <Rule rule={items[0]!.rule} />
    </li>
  );
}

function Item({ table, item }: { table: Table; item: MenuItem }) {
  return (
    <li>
      <button type="button" class="choice" disabled={table.busy.value} onClick={() => table.item(item)}>
        {item.text}
        {item.card && item.card.any >= 0 && <small class="num"> {percent(item.card.any)}</small>}
        {item.next && <span aria-hidden="true"> …</span>}
      </button>
      <Rule rule={item.rule} />
    </li>
  );
}

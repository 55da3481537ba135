import { armour, sky } from "../later";
import { chance } from "../logic/flow";
import { entrants, type Group, grouped, onMap, primary, tray } from "../logic/options";
import type { Table } from "../state/table";
import { t } from "../strings";
import type { Decision, Option } from "../wire";
import { Rule } from "./bits";

export function OptionButton({ table, option, strong }: { table: Table; option: Option; strong?: boolean }) {
  const card = table.shots.value.get(JSON.stringify(option.do))?.card;
  return (
    <button
      type="button"
      class={strong ? "primary" : "choice"}
      disabled={table.busy.value}
      onClick={() => table.choose(option)}
      onPointerEnter={() => option.at && table.pointAt(option.at)}
      onPointerLeave={() => table.pointAt("")}
    >
      <span>{option.text}</span>
      {card && <small class="num odds">{chance(card)}</small>}
    </button>
  );
}

/** Everything that can be answered, grouped; long groups that can be found on the map are folded. */
export function Choices({ table, decision }: { table: Table; decision: Decision }) {
  const onward = table.flow.value.kind === "reach";
  const first = primary(decision);
  const position = table.position.value!;
  const waiting = tray(decision, position);
  const entering = entrants(decision, position);
  const idle = decision.options.filter((option) => option !== first && option.passes);
  const rest = decision.options.filter(
    (option) =>
      option !== first &&
      !option.passes &&
      !waiting.has(option.unit) &&
      !entering.has(option.unit) &&
      !(option.turn && armour.value && (option.at || table.turns.value)) &&
      !sky.value?.shows(table, option),
  );
  const groups = grouped(decision, rest);
  const many = rest.length > 6;
  const folded = (group: Group) =>
    (onward || many) && group.options.length > 3 && group.options.every((option) => onMap(option, position));
  return (
    <>
      {waiting.size === 0 && !onward && groups.some(folded) && <p class="about">{t("now.pick")}</p>}
      {first && <OptionButton table={table} option={first} strong />}
      {decision.window && <Passing table={table} options={idle} />}
      {groups.map((group) =>
        folded(group) ? (
          <details key={group.key} class="group">
            <summary>
              {t("now.group", { title: onward ? t("now.steps") : group.title, n: group.options.length })}
            </summary>
            <OptionList table={table} options={group.options} />
          </details>
        ) : (
          <div key={group.key} class="group">
            <h3>{group.title}</h3>
            <OptionList table={table} options={group.options} />
          </div>
        ),
      )}
      {!decision.window && <Passing table={table} options={idle} />}
    </>
  );
}

/** Ways to do nothing, apart from the rest. */
function Passing({ table, options }: { table: Table; options: readonly Option[] }) {
  if (options.length === 0) return null;
  return (
    <p class="row wrap passing">
      {options.map((option) => (
        <OptionButton key={JSON.stringify(option.do)} table={table} option={option} />
      ))}
    </p>
  );
}

export function OptionList({ table, options }: { table: Table; options: readonly Option[] }) {
  return (
    <ul class="choices">
      {options.map((option) => (
        <li key={JSON.stringify(option.do)}>
          <OptionButton table={table} option={option} />
          {option.rule !== table.mine.value?.rule && <Rule rule={option.rule} />}
        </li>
      ))}
    </ul>
  );
}

/** A unit of the tray is chosen: now its hex. */
export function Placing({ table, decision, unit }: { table: Table; decision: Decision; unit: string }) {
  const options = decision.options.filter((option) => option.unit === unit);
  const piece = table.position.value!.pieces.find((one) => one.id === unit);
  return (
    <>
      <p class="about">{t("now.place", { name: piece?.name ?? unit })}</p>
      <details class="group">
        <summary>{t("now.list", { n: options.length })}</summary>
        <OptionList table={table} options={options} />
      </details>
    </>
  );
}

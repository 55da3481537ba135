import { armour, later, sky } from "../later";
import { bundled, chance, itemAt, keyOf, reachAt, targetAt, threatsOf, toggled } from "../logic/flow";
import { type Group, grouped, onMap, optionsAt, optionsFrom, primary, tray } from "../logic/options";
import { ONWARD, type Table } from "../state/table";
import { percent, t, tn } from "../strings";
import type { Decision, Menu, MenuItem, Option } from "../wire";
import { Rule, SideMark } from "./bits";
import { CardView } from "./CardView";
import { Moment } from "./Log";
import { openDialog } from "./state";

const Outcome = later("Outcome");
const Tray = later("Tray");

/** Whose decision it is, the prompt in one sentence, and what can be done. */
export function Now({ table }: { table: Table }) {
  const update = table.shown.value;
  const decision = update?.decision ?? null;
  const mine = table.mine.value;
  const side = decision ? table.welcome.value?.sides[decision.side] : undefined;
  const over = update?.position.over;
  return (
    <section class={`panel now ${mine?.window ? "window" : ""}`} aria-labelledby="now-prompt">
      {mine?.window && <p class="flag">{t("now.window")}</p>}
      <h2 id="now-prompt" tabIndex={-1}>
        {side && decision && <SideMark colour={side.colour} edge={side.edge} index={decision.side} />}
        <span>{prompt(table)}</span> {decision && <Rule rule={decision.rule} />}
      </h2>
      {table.welcome.value && table.seats.length === 0 && <p class="muted">{t("table.watching")}</p>}
      <Moment table={table} />
      {over && !table.past.value && <Outcome outcome={over} table={table} />}
      {mine && <Deciding table={table} decision={mine} />}
    </section>
  );
}

function prompt(table: Table): string {
  const update = table.shown.value;
  if (!update) return t("net.connecting");
  if (update.position.over) return t("table.over");
  if (table.past.value) return t("log.at", { n: table.moment, of: table.last });
  const decision = update.decision;
  if (update.thinking) return t("table.thinking", { name: table.sideName(decision!.side) });
  if (!decision) return t("table.nothing");
  if (decision.options.length > 0) return decision.text;
  return t("table.waiting", { text: decision.text });
}

function Deciding({ table, decision }: { table: Table; decision: Decision }) {
  const flow = table.flow.value;
  const busy = table.busy.value;
  const waiting = tray(decision, table.position.value!);
  const Extra = armour.value?.Extra;
  const Air = sky.value?.Air;
  return (
    <div class="deciding" aria-busy={busy}>
      {decision.card && flow.kind !== "confirm" && <CardView card={decision.card} />}
      {waiting.size > 0 && (flow.kind === "idle" || flow.kind === "place") && (
        <Tray table={table} waiting={waiting} />
      )}
      {Air && <Air table={table} />}
      {flow.kind === "idle" && <Choices table={table} decision={decision} />}
      {flow.kind === "place" && <Placing table={table} decision={decision} unit={flow.unit} />}
      {flow.kind === "stack" && (
        <StackMenu
          table={table}
          decision={decision}
          place={flow.place}
          menu={flow.menu}
          asking={flow.asking}
        />
      )}
      {flow.kind === "pick" && (
        <>
          <p class="about">
            {flow.title}. {t("now.choosePlace")}
          </p>
          <ul class="choices inline">
            {flow.items.map((item) => (
              <li key={item.key}>
                <button type="button" class="choice" disabled={busy} onClick={() => table.item(item)}>
                  {itemAt(item)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {flow.kind === "reach" && <ReachView table={table} />}
      {flow.kind === "reach" && flow.item.key === ONWARD.key && <Choices table={table} decision={decision} />}
      {flow.kind === "targets" && <TargetsView table={table} />}
      {flow.kind === "confirm" && (
        <>
          {flow.card && <CardView card={flow.card} />}
          {flow.asking ? <p class="muted">{t("app.loading")}</p> : <Confirm table={table} text={flow.text} />}
        </>
      )}
      {Extra && <Extra table={table} />}
      {flow.kind !== "idle" && !(flow.kind === "reach" && flow.item.key === ONWARD.key && !flow.at) && (
        <button type="button" class="plain back" onClick={() => table.back()}>
          {t("now.back")}
        </button>
      )}
      {decision.window && (
        <p class="row wrap">
          {decision.options.filter((option) => option.passes).length < 2 && (
            <button type="button" class="plain" onClick={() => table.hush(decision.side)}>
              {t("now.hush")}
            </button>
          )}
          <button type="button" class="plain" onClick={() => openDialog("orders")}>
            {t("now.orders")}
          </button>
        </p>
      )}
    </div>
  );
}

function Confirm({ table, text }: { table: Table; text: string }) {
  return (
    <button type="button" class="primary" disabled={table.busy.value} onClick={() => table.confirmFlow()}>
      {table.busy.value ? t("now.sending") : text}
    </button>
  );
}

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

function Choices({ table, decision }: { table: Table; decision: Decision }) {
  const first = primary(decision);
  const position = table.position.value!;
  const waiting = tray(decision, position);
  const idle = decision.options.filter((option) => option !== first && option.passes);
  const rest = decision.options.filter(
    (option) =>
      option !== first &&
      !option.passes &&
      !waiting.has(option.unit) &&
      !(option.turn && armour.value) &&
      !sky.value?.shows(table, option),
  );
  const groups = grouped(decision, rest);
  const many = rest.length > 6;
  const folded = (group: Group) =>
    many && group.options.length > 3 && group.options.every((option) => onMap(option, position));
  return (
    <>
      {waiting.size === 0 && groups.some(folded) && <p class="about">{t("now.pick")}</p>}
      {first && <OptionButton table={table} option={first} strong />}
      {decision.window && <Passing table={table} options={idle} />}
      {groups.map((group) =>
        folded(group) ? (
          <details key={group.key} class="group">
            <summary>{t("now.group", { title: group.title, n: group.options.length })}</summary>
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

function OptionList({ table, options }: { table: Table; options: readonly Option[] }) {
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

function Placing({ table, decision, unit }: { table: Table; decision: Decision; unit: string }) {
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

interface StackProps {
  table: Table;
  decision: Decision;
  place: string;
  menu: Menu | null;
  asking: boolean;
}

function StackMenu({ table, decision, place, menu, asking }: StackProps) {
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
      {shut.length > 0 && (
        <details class="group shut" open={open.length === 0}>
          <summary>{t("now.notNowCount", { n: shut.length })}</summary>
          <ul class="refused">
            {shut.map((item) => (
              <li key={item.key + item.text}>
                <b>{item.text}</b> <span>{item.refusal}</span> <Rule rule={item.rule} />
              </li>
            ))}
          </ul>
        </details>
      )}
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

/** Who takes part: all who may, or some of them. */
function Who(props: {
  table: Table;
  all: readonly string[];
  units: readonly string[];
  onChange: (units: string[]) => void;
}) {
  const pieces = props.table.position.value!.pieces;
  if (props.all.length < 2) return null;
  return (
    <fieldset class="modes who">
      <legend>{t("now.who")}</legend>
      {props.all.map((id) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={props.units.length === 0 || props.units.includes(id)}
            onChange={() => props.onChange(toggled(props.units, props.all, id))}
          />
          {pieces.find((piece) => piece.id === id)?.name ?? id} <small class="muted">{id}</small>
        </label>
      ))}
    </fieldset>
  );
}

function ReachView({ table }: { table: Table }) {
  const flow = table.flow.value;
  if (flow.kind !== "reach") return null;
  const reach = flow.reach;
  const chosen = reachAt(flow);
  const threats = chosen ? threatsOf(reach, chosen) : [];
  if (!reach) return <p class="about">{t("app.loading")}</p>;
  const flies = reach.mode === "fly" && sky.value;
  return (
    <>
      {reach.modes.length > 1 && (
        <fieldset class="modes">
          <legend>{t("now.mode")}</legend>
          {reach.modes.map(([key, title]) => (
            <label key={key}>
              <input
                type="radio"
                name="mode"
                checked={key === reach.mode}
                onChange={() => table.reach(flow.item, key, [], flow.from)}
              />
              {title}
            </label>
          ))}
        </fieldset>
      )}
      <Who
        table={table}
        all={flow.item.units}
        units={flow.units}
        onChange={(units) => table.reach(flow.item, flow.mode, units, flow.from)}
      />
      {reach.refusal && (
        <p class="warn">
          {reach.refusal} <Rule rule={reach.rule} />
        </p>
      )}
      {chosen ? (
        <div class="plan">
          <p>
            <b>{t("now.cost", { cost: chosen.cost })}</b> · {t("now.by", { path: chosen.path.join(" – ") })}
          </p>
          {chosen.text && <p>{chosen.text}</p>}
          {chosen.steps.length > 0 && (
            <ul class="steps">
              {chosen.steps.map((step, index) => (
                <li key={index}>
                  <b class="num">{step.value}</b> {step.text} <Rule rule={step.rule} />
                </li>
              ))}
            </ul>
          )}
          <p class={threats.length > 0 ? "warn" : "muted"}>
            {threats.length > 0 ? tn("now.threats", threats.length) : t("now.threatsNone")}
          </p>
          {threats.length > 0 && (
            <ul class="steps">
              {threats.map(({ at, threat }, index) => (
                <li key={index}>
                  {t("now.threatAt", { place: at, text: threat.text })} <Rule rule={threat.rule} />
                </li>
              ))}
            </ul>
          )}
          <Confirm table={table} text={t(flies ? "heli.to" : "now.moveTo", { place: chosen.at })} />
        </div>
      ) : (
        <p class="about">
          {t(reach.hexes.length === 0 ? "now.reachNone" : flies ? "heli.where" : "now.reach")}
        </p>
      )}
      {reach.hexes.length > 0 && (
        <details class="group">
          <summary>{t("now.reachList")}</summary>
          <ul class="choices inline">
            {reach.hexes.map((hex) => (
              <li key={hex.at}>
                <button
                  type="button"
                  class="choice"
                  aria-pressed={hex.at === flow.at}
                  onClick={() => {
                    table.flow.value = { ...flow, at: hex.at };
                  }}
                >
                  {hex.at} <small class="num">{hex.cost}</small>
                  {threatsOf(reach, hex).length > 0 && <span class="warn"> !</span>}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function TargetsView({ table }: { table: Table }) {
  const flow = table.flow.value;
  if (flow.kind !== "targets") return null;
  if (!flow.targets) return <p class="about">{t("app.loading")}</p>;
  const hover = table.hover.value;
  const chosen = targetAt(flow) ?? flow.targets.find((one) => one.at === hover) ?? null;
  return (
    <>
      <p class="about">{flow.targets.length > 0 ? t("now.targets") : t("now.targetsNone")}</p>
      <Who
        table={table}
        all={flow.item.units.length > 0 ? flow.item.units : table.unitsAt(flow.from)}
        units={flow.units.length > 0 ? flow.units : (targetAt(flow)?.firers ?? [])}
        onChange={(units) => table.targets(flow.item, units, flow.from)}
      />
      <ul class="choices inline" aria-label={t("now.targetList")}>
        {flow.targets.map((one) => (
          <li key={keyOf(one)}>
            <button
              type="button"
              class="choice"
              aria-pressed={keyOf(one) === flow.at}
              onClick={() => {
                table.flow.value = { ...flow, at: keyOf(one) };
              }}
            >
              {one.text || `${one.at} ${chance(one.card)}`}
            </button>
          </li>
        ))}
      </ul>
      {chosen && <CardView card={chosen.card} />}
      {targetAt(flow) && <Confirm table={table} text={t("now.fireAt", { place: chosen?.at ?? "" })} />}
    </>
  );
}

import { sky } from "../later";
import { chance, ENTRY, keyOf, onward, reachAt, targetAt, threatsOf, toggled } from "../logic/flow";
import type { Table } from "../state/table";
import { capital, t, tn } from "../strings";
import type { Command } from "../wire";
import { Rule, Tag } from "./bits";
import { CardView } from "./CardView";

/** The one button that gives an order that has been put together; with `order` the other one, for less than that. */
export function Confirm({ table, text, order }: { table: Table; text: string; order?: Command[] }) {
  return (
    <button
      type="button"
      class={order ? "plain" : "primary"}
      disabled={table.busy.value}
      onClick={() => (order ? table.give(order) : table.confirmFlow())}
    >
      {table.busy.value ? t("now.sending") : text}
    </button>
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
  const nameOf = (id: string) => pieces.find((piece) => piece.id === id)?.name ?? id;
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
          {nameOf(id)} <Tag id={id} name={nameOf(id)} />
        </label>
      ))}
    </fieldset>
  );
}

/** Where to: the hexes that can be reached, and the way to the one that is chosen. */
export function ReachView({ table }: { table: Table }) {
  const flow = table.flow.value;
  if (flow.kind !== "reach") return null;
  const reach = flow.reach;
  const chosen = reachAt(flow);
  const threats = chosen ? threatsOf(reach, chosen) : [];
  const open = chosen && onward(chosen);
  const modes = (reach ?? flow.was)?.modes ?? [];
  const flies = flow.mode === "fly" && sky.value;
  const enters = flow.item.key === ENTRY;
  const begin = table.mine.value?.options.find(
    (one) => one.kind === "begin_move" && one.origin === (flow.from as { place?: string }).place,
  );
  return (
    <>
      {modes.length > 1 && (
        <fieldset class="modes">
          <legend>{t("now.mode")}</legend>
          {modes.map(([key, title]) => (
            <label key={key}>
              <input
                type="radio"
                name="mode"
                checked={key === (reach?.mode ?? flow.mode)}
                onChange={() => table.reach(flow.item, key, enters ? flow.units : [], flow.from)}
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
      {reach?.refusal && (
        <p class="warn">
          {reach.refusal} <Rule rule={reach.rule} />
        </p>
      )}
      {!reach ? (
        <p class="about">{t("now.looking")}</p>
      ) : chosen ? (
        <div class="plan">
          <p>
            <b>{t("now.cost", { cost: chosen.cost })}</b>
            {!enters && ` · ${t("now.by", { path: chosen.path.join(" – ") })}`}
          </p>
          {chosen.text && <p>{chosen.text}</p>}
          {!enters && chosen.steps.length > 1 && (
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
          <Confirm
            table={table}
            text={t(enters ? "now.enterAt" : flies ? "heli.to" : "now.moveTo", { place: chosen.at })}
          />
          {open && <Confirm table={table} text={t("now.moveOn", { place: chosen.at })} order={open} />}
        </div>
      ) : (
        !(enters && reach.refusal) && (
          <p class="about">
            {t(
              !reach.hexes.length
                ? "now.reachNone"
                : enters
                  ? "now.enter"
                  : flies
                    ? "heli.where"
                    : "now.reach",
            )}
          </p>
        )
      )}
      {reach && !reach.hexes.length && begin && (
        <Confirm table={table} text={begin.text} order={[begin.do]} />
      )}
      {reach && reach.hexes.length > 0 && (
        <details class="group" open={enters}>
          <summary>{t(enters ? "now.enterList" : "now.reachList")}</summary>
          <ul class="choices inline">
            {reach.hexes.map((hex) => (
              <li key={hex.at}>
                <button
                  type="button"
                  class="choice"
                  aria-pressed={hex.at === flow.at}
                  onClick={() => {
                    table.centre.value = { place: hex.at };
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

/** At whom: the targets, and the sums of the one that is chosen. */
export function TargetsView({ table }: { table: Table }) {
  const flow = table.flow.value;
  if (flow.kind !== "targets") return null;
  if (!flow.targets) return <p class="about">{t("now.looking")}</p>;
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
              {capital(one.text) || `${one.at} ${chance(one.card)}`}
            </button>
          </li>
        ))}
      </ul>
      {chosen && <CardView card={chosen.card} />}
      {targetAt(flow) && <Confirm table={table} text={t("now.fireAt", { place: chosen?.at ?? "" })} />}
    </>
  );
}

import { armour, later, sky } from "../later";
import { itemAt, picking } from "../logic/flow";
import { entrants, tray } from "../logic/options";
import { ONWARD, type Table } from "../state/table";
import { t } from "../strings";
import type { Decision } from "../wire";
import { Confirm, ReachView, TargetsView } from "./Aims";
import { Rule, SideMark } from "./bits";
import { CardView } from "./CardView";
import { Choices, Placing } from "./Choices";
import { Moment } from "./Log";
import { StackMenu } from "./StackMenu";
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
  const onward = flow.kind === "reach" && flow.item.key === ONWARD.key;
  const waiting = tray(decision, table.position.value!);
  const entering = entrants(decision, table.position.value!);
  const Extra = armour.value?.Extra;
  const Air = sky.value?.Air;
  return (
    <div class="deciding" aria-busy={busy}>
      {decision.card && flow.kind !== "confirm" && <CardView card={decision.card} />}
      {waiting.size + entering.size > 0 &&
        (flow.kind === "idle" || flow.kind === "place" || picking(flow)) && (
          <Tray
            table={table}
            waiting={waiting}
            entering={entering}
            picked={decision.picked}
            units={picking(flow) ?? []}
          />
        )}
      {Air && <Air table={table} />}
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
      {(onward || flow.kind === "idle") && <Choices table={table} decision={decision} />}
      {flow.kind === "targets" && <TargetsView table={table} />}
      {flow.kind === "confirm" && (
        <>
          {flow.card && <CardView card={flow.card} />}
          {flow.asking ? <p class="muted">{t("app.loading")}</p> : <Confirm table={table} text={flow.text} />}
        </>
      )}
      {Extra && <Extra table={table} />}
      {flow.kind !== "idle" && !(onward && !flow.at) && (
        <button type="button" class="plain back" onClick={() => table.back()}>
          {t("now.back")}
        </button>
      )}
      {decision.window && (
        <p class="row wrap">
          {decision.options.filter((option) => option.passes).length === 1 && (
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

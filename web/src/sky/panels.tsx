/** Words about night, aircraft and fortifications beside the map. */

import { hexOf } from "../logic/options";
import type { Table } from "../state/table";
import { t } from "../strings";
import { Rule } from "../ui/bits";
import type { Option } from "../wire";
import { linesOf } from "./logic";
import { Height, Pilot } from "./Pilot";

const over = (line: Option): string =>
  line.strikes.length > 0 ? t("air.over", { places: line.strikes.join(", ") }) : t("air.nothing");

/** The aircraft that comes or is in the air, and the lines it can fly. */
export function Air({ table }: { table: Table }) {
  const flight = table.position.value?.flight;
  const flow = table.flow.value;
  if (!flight) return <Pilot table={table} />;
  const lines = linesOf(table.mine.value);
  const good = lines.filter((line) => line.strikes.length > 0);
  const show = (line: Option) => {
    const same = lines.filter((one) => one.at === line.at);
    table.flow.value = { kind: "line", from: { kind: "idle" }, lines: same, chosen: same.indexOf(line) };
  };
  const list = (some: readonly Option[]) => (
    <ul class="choices">
      {some.map((line) => (
        <li key={line.path.slice(0, 2).join()}>
          <button type="button" class="choice" disabled={table.busy.value} onClick={() => show(line)}>
            {t("air.line", { at: line.at, toward: line.path[1] ?? "" })} <small>{over(line)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
  const done = [...new Set([...flight.strafed, ...flight.bombed])];
  return (
    <div class="air">
      <p class="about">
        <b>{flight.name}</b> {!flight.at && t("air.from", { edges: flight.edges.join(", ") })}{" "}
        {flight.loads.join(" · ")} <Rule rule="19.1.2" />
        {done.length > 0 && ` ${t("air.done", { places: done.join(", ") })}`}
      </p>
      {lines.length > 0 && flow.kind === "idle" && (
        <>
          <p class="about">{t("air.pick")}</p>
          {good.length > 0 && (
            <div class="group">
              <h3>{t("air.lines")}</h3>
              {list(good)}
            </div>
          )}
          <details class="group">
            <summary>{t("air.rest", { n: lines.length - good.length })}</summary>
            {list(lines.filter((line) => line.strikes.length === 0))}
          </details>
        </>
      )}
      {flow.kind === "line" && (
        <>
          <fieldset class="modes">
            <legend>{t("air.which")}</legend>
            {flow.lines.map((line, i) => (
              <label key={line.path[1]}>
                <input type="radio" name="line" checked={i === flow.chosen} onChange={() => show(line)} />
                {t("air.line", { at: line.at, toward: line.path[1] ?? "" })} <small>{over(line)}</small>
              </label>
            ))}
          </fieldset>
          <button
            type="button"
            class="primary"
            disabled={table.busy.value}
            onClick={() => table.confirmFlow()}
          >
            {flow.lines[flow.chosen]!.text}
          </button>
        </>
      )}
    </div>
  );
}

/** How the light is in a hex at night. */
export function Gloom({ table, hex }: { table: Table; hex: string }) {
  const night = table.position.value?.night ?? [];
  if (!night[0]) return null;
  if (night[0].includes(hex))
    return (
      <p class="gloom lit">
        {t("night.lit")} <Rule rule="20.2" />
      </p>
    );
  const near = table.side >= 0 ? night[table.side + 1] : night.slice(1).flat();
  return (
    <p class="gloom">
      {t(near?.includes(hex) ? "night.near" : "night.dark")} <Rule rule="20.1" />
    </p>
  );
}

/** What lies in the hex under the pointer, and what it does. */
export function Note({ table }: { table: Table }) {
  const hex = hexOf(table.hover.value);
  const marks = table.position.value?.marks.filter((mark) => mark.about && hexOf(mark.at) === hex) ?? [];
  const aloft = table.position.value?.pieces.filter((one) => one.aloft?.over === hex) ?? [];
  if (!hex || marks.length + aloft.length === 0) return null;
  const told = [...new Map(marks.map((mark) => [mark.name + mark.about, mark])).values()];
  return (
    <div class="note" role="note">
      {aloft.map((piece) => (
        <div key={piece.id}>
          <b>{piece.name}</b> <Height table={table} piece={piece} names unread />
        </div>
      ))}
      {told.map((mark) => (
        <p key={mark.name + mark.about}>
          <b>{mark.name}</b> {mark.about} <span class="muted">§{mark.rule}</span>
        </p>
      ))}
    </div>
  );
}

import { useEffect, useRef } from "preact/hooks";
import type { Table } from "../state/table";
import { t } from "../strings";
import type { Entry } from "../wire";
import { Icon, Rule, SideMark } from "./bits";
import { CardView } from "./CardView";

/** What happened, in plain words; each entry shows its moment on the map. */
export function Log({ table }: { table: Table }) {
  const list = useRef<HTMLOListElement>(null);
  const entries = table.entries.value;
  const past = table.past.value;
  const moment = table.moment;
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const row = past ? box.querySelector<HTMLElement>(`[data-n="${moment}"]`) : null;
    if (row) box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 2;
    else box.scrollTop = box.scrollHeight;
  }, [entries, moment, past]);
  return (
    <section class="panel log" aria-labelledby="log-title">
      <h2 id="log-title">{t("table.log")}</h2>
      <Replay table={table} />
      {entries.length === 0 ? (
        <p class="muted">{t("log.empty")}</p>
      ) : (
        <ol ref={list} tabIndex={0} aria-labelledby="log-title">
          {entries.map((entry) => (
            <EntryView key={entry.n} table={table} entry={entry} now={entry.n === moment && past !== null} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** What happened at the earlier moment that is on screen. */
export function Moment({ table }: { table: Table }) {
  const entry = table.past.value && table.entries.value.find((one) => one.n === table.moment);
  if (!entry) return null;
  return (
    <>
      <p>
        <b>{entry.text}</b>
      </p>
      <Lines entry={entry} />
    </>
  );
}

/** The lines of an entry that say more than its title. */
function Lines({ entry }: { entry: Entry }) {
  return entry.lines
    .filter((line) => !line.detail && line.text !== entry.text)
    .map((line, index) => (
      <p key={index}>
        {line.text} <Rule rule={line.rule} />
      </p>
    ));
}

function EntryView({ table, entry, now }: { table: Table; entry: Entry; now: boolean }) {
  const side = table.welcome.value?.sides[entry.side];
  const same = entry.lines.find((line) => !line.detail && line.text === entry.text);
  const details = entry.lines.filter((line) => line.detail);
  return (
    <li data-n={entry.n} class={now ? "shown" : ""} aria-current={now ? "true" : undefined}>
      <div class="row">
        <button
          type="button"
          class="moment"
          aria-label={t("log.show", { text: entry.text })}
          onClick={() => table.show(entry.n)}
        >
          {side && <SideMark colour={side.colour} edge={side.edge} index={entry.side} />}
          <span>{entry.text}</span>
        </button>
        {same && <Rule rule={same.rule} />}
      </div>
      <Lines entry={entry} />
      {(entry.cards.length > 0 || details.length > 0) && (
        <details>
          <summary>{t("log.details")}</summary>
          {details.map((line, index) => (
            <p key={index} class="muted">
              {line.text} <Rule rule={line.rule} />
            </p>
          ))}
          {entry.cards.map((card, index) => (
            <CardView key={index} card={card} />
          ))}
        </details>
      )}
    </li>
  );
}

/** The slider over all moments of the game. */
export function Replay({ table }: { table: Table }) {
  const last = table.last;
  const n = table.moment;
  const playing = table.playing.value;
  const step = (to: number) => {
    table.play(false);
    table.show(to, to === n + 1);
  };
  return (
    <div class="replay">
      <button
        type="button"
        class="plain"
        aria-label={t("log.first")}
        disabled={n <= 0}
        onClick={() => step(0)}
      >
        <Icon name="first" />
      </button>
      <button
        type="button"
        class="plain"
        aria-label={t("log.previous")}
        disabled={n <= 0}
        onClick={() => step(n - 1)}
      >
        <Icon name="previous" />
      </button>
      <input
        type="range"
        min={0}
        max={last}
        value={n}
        aria-label={t("log.slider")}
        aria-valuetext={t("log.at", { n, of: last })}
        onInput={(event) => step(Number(event.currentTarget.value))}
      />
      <button
        type="button"
        class="plain"
        aria-label={t("log.next")}
        disabled={n >= last}
        onClick={() => step(n + 1)}
      >
        <Icon name="next" />
      </button>
      <button
        type="button"
        class="plain"
        aria-label={playing ? t("log.pause") : t("log.play")}
        disabled={n >= last && !playing}
        onClick={() => table.play(!playing)}
      >
        <Icon name={playing ? "pause" : "play"} />
      </button>
      <span class="num muted">
        {n}/{last}
      </span>
    </div>
  );
}

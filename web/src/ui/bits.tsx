import { signal } from "@preact/signals";
import { t } from "../strings";
import type { MenuItem } from "../wire";

/** The term whose explanation is open, empty for none. */
export const helpTerm = signal("");

/** A section number that explains itself. */
export function Rule({ rule }: { rule: string }) {
  if (!rule) return null;
  const section = rule.split("#")[0]!;
  return (
    <button
      type="button"
      class="rule"
      aria-label={t("table.section", { rule: section })}
      onClick={(event) => {
        event.stopPropagation();
        helpTerm.value = section;
      }}
    >
      §{section}
    </button>
  );
}

/** An explanation: one sentence as it is, several facts as a list. */
export function Facts({ text }: { text: string }) {
  const facts = text.split("\n").filter((fact) => fact.trim());
  if (facts.length < 2) return <p>{text}</p>;
  return (
    <ul class="facts-list">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

/** A word of the game that explains itself. */
export function Word({ term, text }: { term: string; text: string }) {
  return (
    <button
      type="button"
      class="rule"
      onClick={() => {
        helpTerm.value = term;
      }}
    >
      {text}
    </button>
  );
}

const PATHS = {
  undo: "M9 5 4 10l5 5M4 10h9a6 6 0 0 1 0 12h-3",
  los: "M3 12s4-6 9-6 9 6 9 6-4 6-9 6-9-6-9-6zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  field: "M12 20 3 6c6-3 12-3 18 0z",
  danger: "M12 3 2 21h20zM12 10v5M12 17.5v1",
  hint: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0l-1 2H9z",
  menu: "M4 6h16M4 12h16M4 18h16",
  flag: "M5 21V4h12l-2 4 2 4H5",
  first: "M6 5v14M19 5l-9 7 9 7z",
  previous: "M16 5l-9 7 9 7z",
  next: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M7 5v14M17 5v14",
  close: "M5 5l14 14M19 5 5 19",
  back: "M14 5l-7 7 7 7",
  map: "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** What orders and the log call a counter, where its name does not say it. */
export function Tag({ id, name }: { id: string; name: string }) {
  return name.toLowerCase().includes(id.toLowerCase()) ? null : <small class="muted">{id}</small>;
}

/** The mark of a side: colour and edge pattern, so that sides differ without colour. */
export function SideMark({ colour, edge, index }: { colour: string; edge?: string; index: number }) {
  return (
    <span
      class={`side-mark edge-${edge || index}`}
      style={{ "--side": colour || "var(--muted)" }}
      aria-hidden="true"
    />
  );
}

/** What cannot be done, with the reasons. */
export function Shut({ items, open }: { items: MenuItem[]; open?: boolean }) {
  if (items.length === 0) return null;
  return (
    <details class="group shut" open={open}>
      <summary>{t("now.notNowCount", { n: items.length })}</summary>
      <ul class="refused">
        {items.map((item) => (
          <li key={item.key + item.text}>
            <b>{item.text}</b> <span>{item.refusal}</span> <Rule rule={item.rule} />
          </li>
        ))}
      </ul>
    </details>
  );
}

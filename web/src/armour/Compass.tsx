import type { Table } from "../state/table";
import { t } from "../strings";
import { digit, type Turns } from "./logic";

/** Six directions as a dial: to press, with the keys 1 to 6, or on the map. */
export function Compass({ table, turns }: { table: Table; turns: Turns }) {
  return (
    <fieldset class="compass">
      <legend>{turns.title || t("turn.title")}</legend>
      <div class="dial">
        {turns.list.map((turn) => {
          const a = (turn.bearing * Math.PI) / 180;
          return (
            <button
              key={turn.bearing}
              type="button"
              disabled={table.busy.value}
              aria-label={[turn.text, turn.note].filter(Boolean).join(", ")}
              title={turn.text}
              style={{ left: `${50 + 36 * Math.sin(a)}%`, top: `${50 - 36 * Math.cos(a)}%` }}
              onClick={() => table.give(turn.do)}
            >
              <svg viewBox="-10 -10 20 20" aria-hidden="true">
                <path d="M0 -9L7 1H2.5V9H-2.5V1H-7Z" transform={`rotate(${turn.bearing})`} />
              </svg>
              <small class="num">
                <kbd>{digit(turn.bearing)}</kbd> {turn.note}
              </small>
            </button>
          );
        })}
      </div>
      <p class="muted">{t("turn.hint")}</p>
    </fieldset>
  );
}

import { go } from "../router";
import type { Table } from "../state/table";
import { t } from "../strings";
import type { Outcome as End } from "../wire";

/** How it ended: who won and why, losses, and what to do next. */
export function Outcome({ outcome, table }: { outcome: End; table: Table }) {
  return (
    <div class="outcome">
      <p class="result">{outcome.text}</p>
      {outcome.losses.length > 0 && (
        <>
          <h3>{t("over.losses")}</h3>
          <ul>
            {outcome.losses.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {outcome.summary.length > 0 && (
        <>
          <h3>{t("over.summary")}</h3>
          <ul>
            {outcome.summary.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <p class="row wrap">
        <button type="button" class="primary" onClick={() => table.show(0)}>
          {t("over.replay")}
        </button>
        <button type="button" onClick={() => go("new", table.welcome.value?.scenario.id ?? "")}>
          {t("over.again")}
        </button>
      </p>
    </div>
  );
}

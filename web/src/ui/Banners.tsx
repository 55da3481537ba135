import { useEffect, useRef } from "preact/hooks";
import type { Table } from "../state/table";
import { t } from "../strings";
import type { Command } from "../wire";
import { Rule } from "./bits";
import { Replay } from "./Log";
import { narrow } from "./state";

/** What lies over the map: no connection, an earlier moment, a refusal, advice. */
export function Banners({ table }: { table: Table }) {
  const status = table.status.value;
  const notice = table.notice.value;
  const hint = table.hint.value;
  const replay = table.welcome.value?.replay;
  return (
    <>
      {status === "offline" && (
        <p class="banner bad" role="alert">
          {t("net.offline")}{" "}
          <button type="button" onClick={() => table.reconnect()}>
            {t("net.again")}
          </button>
        </p>
      )}
      {table.past.value && !replay && (
        <div class="banner">
          <span>{t("log.past", { n: table.moment, of: table.last })}</span>
          <button type="button" class="primary" onClick={() => table.present()}>
            {t("log.now")}
          </button>
        </div>
      )}
      {replay && narrow.value && (
        <div class="banner">
          <Replay table={table} />
        </div>
      )}
      {notice && (
        <p class="banner bad" role="alert">
          <span>
            {notice.text} <Rule rule={notice.rule} />
          </span>
          <button
            type="button"
            onClick={() => {
              table.notice.value = null;
            }}
          >
            {t("app.close")}
          </button>
        </p>
      )}
      {hint && (
        <div class="banner hint">
          {hint === "none" ? (
            <span>{t("hint.none")}</span>
          ) : (
            <span>
              <b>{t("hint.title")}:</b> {hint.text}
              {hint.why.map((line) => (
                <small key={line}>{line}</small>
              ))}
            </span>
          )}
          {hint !== "none" && hint.do.length > 0 && <DoIt table={table} commands={hint.do} />}
          <button
            type="button"
            onClick={() => {
              table.hint.value = null;
            }}
          >
            {t("app.close")}
          </button>
        </div>
      )}
    </>
  );
}

/** Takes the focus: Enter follows the advice. */
function DoIt({ table, commands }: { table: Table; commands: Command[] }) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => ref.current!.focus(), []);
  return (
    <button ref={ref} type="button" class="primary" onClick={() => table.give(commands)}>
      {t("hint.do")}
    </button>
  );
}

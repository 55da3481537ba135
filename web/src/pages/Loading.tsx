import { useState } from "preact/hooks";
import * as api from "../net/api";
import { t } from "../strings";
import { enter } from "./List";

/** A saved game goes on. */
export function Loading() {
  const [error, setError] = useState("");
  const load = async (file: File | undefined) => {
    if (!file) return;
    try {
      const made = await api.load(await file.text());
      enter(made.id, file.name, "", made.seats);
    } catch (problem) {
      setError((problem as Error).message);
    }
  };
  return (
    <section aria-labelledby="load">
      <h2 id="load">{t("list.load")}</h2>
      <p class="muted" id="load-hint">
        {t("list.loadHint")}
      </p>
      <input
        type="file"
        aria-labelledby="load"
        aria-describedby="load-hint"
        accept=".jsonl,.json,.gz"
        onChange={(event) => load(event.currentTarget.files?.[0])}
      />
      {error && (
        <p class="failed" role="alert">
          {t("app.failed", { text: error })}
        </p>
      )}
    </section>
  );
}

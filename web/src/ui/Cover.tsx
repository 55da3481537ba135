import { useEffect, useRef } from "preact/hooks";
import { t } from "../strings";

/** Lies over the whole table until the player whose turn it is has taken the seat. */
export function Cover({ side, onShow }: { side: string; onShow: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current!.focus(), []);
  return (
    <main class="cover">
      <h1>{t("cover.title", { side })}</h1>
      <p>{t("cover.text")}</p>
      <button ref={button} type="button" class="primary" onClick={onShow}>
        {t("cover.show", { side })}
      </button>
    </main>
  );
}

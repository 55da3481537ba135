import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { type Theme, theme } from "../prefs";
import { href } from "../router";
import { t } from "../strings";

const THEMES: Theme[] = ["auto", "light", "dark"];

/** The frame of the pages around the table. */
export function Page({ title, children }: { title: string; children: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} – lnlt`;
  }, [title]);
  return (
    <div class="page">
      <header class="site">
        <a class="brand" href={href()}>
          {t("app.name")}
        </a>
        <nav>
          <a href={href()}>{t("list.title")}</a>
          <a href={href("help")}>{t("list.help")}</a>
          <button
            type="button"
            class="plain"
            onClick={() => {
              theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!;
            }}
          >
            {t("menu.theme", { name: t(`theme.${theme.value}`) })}
          </button>
        </nav>
      </header>
      <main id="main">
        <h1>{title}</h1>
        {children}
      </main>
      <footer class="site">{t("app.tagline")}</footer>
    </div>
  );
}

export function Failed({ error, again }: { error: string; again: () => void }) {
  if (!error) return null;
  return (
    <p class="failed" role="alert">
      {t("app.failed", { text: error })}{" "}
      <button type="button" onClick={again}>
        {t("app.retry")}
      </button>
    </p>
  );
}

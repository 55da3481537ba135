import { useEffect, useState } from "preact/hooks";
import * as api from "../net/api";
import { animation, cover, games, type Theme, theme } from "../prefs";
import { href } from "../router";
import type { Table } from "../state/table";
import { t } from "../strings";
import type { Term } from "../wire";
import { Facts, helpTerm, Rule } from "./bits";
import { Dialog, Share } from "./Dialog";
import { dialog, openDialog } from "./state";

const keys = (): [string, string][] => [
  [t("keys.arrows"), t("keys.arrowsDo")],
  [t("keys.pages"), t("keys.pagesDo")],
  [t("keys.enter"), t("keys.enterDo")],
  [t("keys.esc"), t("keys.escDo")],
  ["U", t("keys.uDo")],
  ["L", t("keys.lDo")],
  ["V", t("keys.vDo")],
  ["D", t("keys.dDo")],
  ["H", t("keys.hDo")],
  ["M", t("keys.mDo")],
  ["N", t("keys.nDo")],
  ["G", t("keys.gDo")],
  ["1 – 6", t("keys.turnDo")],
  ["+ − 0", t("keys.plusDo")],
  ["?", t("keys.helpDo")],
];

const shut = () => openDialog("");

/** The windows of the table, one at a time. */
export function Dialogs({ table }: { table: Table }) {
  switch (dialog.value) {
    case "menu":
      return <MenuDialog table={table} />;
    case "keys":
      return (
        <Dialog title={t("keys.title")} onClose={shut}>
          <dl class="keys">
            {keys().map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      );
    case "orders":
      return <OrdersDialog table={table} />;
    case "victory":
      return <VictoryDialog table={table} />;
    case "share":
      return <ShareDialog table={table} />;
    default:
      return null;
  }
}

/** Paragraphs and other news, to be read before one goes on. */
export function News({ table }: { table: Table }) {
  const news = table.news.value;
  const close = () => {
    table.news.value = [];
  };
  return (
    <Dialog title={t("event.title")} onClose={close}>
      {news.map((text, index) => (
        <p key={index}>{text}</p>
      ))}
      <p class="row end">
        <button type="button" class="primary" autofocus onClick={close}>
          {t("event.go")}
        </button>
      </p>
    </Dialog>
  );
}

function VictoryDialog({ table }: { table: Table }) {
  const position = table.position.value;
  const scenario = table.welcome.value?.scenario;
  const goals = position?.goals.length ? position.goals : (scenario?.goals ?? []);
  return (
    <Dialog title={t("table.victoryTitle")} onClose={shut}>
      {position?.standing && (
        <p class="result">
          {t("table.standing")}: {position.standing}
        </p>
      )}
      <ul>
        {goals.map((goal) => (
          <li key={goal}>{goal}</li>
        ))}
      </ul>
      {scenario && scenario.rules.length > 0 && (
        <>
          <h3>{t("table.rulesTitle")}</h3>
          <ul>
            {scenario.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function OrdersDialog({ table }: { table: Table }) {
  const side = table.mine.value?.side ?? table.seats[0] ?? 0;
  const now = table.update.value?.orders.find((one) => one.side === side);
  const [mode, setMode] = useState(now?.mode ?? "ask");
  const [hexes, setHexes] = useState(now?.hexes || 3);
  const [least, setLeast] = useState(Math.round((now?.least ?? 0) * 100));
  const modes = ["ask", "never", "open", "within"] as const;
  return (
    <Dialog title={t("orders.title", { side: table.sideName(side) })} onClose={shut}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          table.standing(side, mode, mode === "within" ? hexes : 0, least / 100);
          shut();
        }}
      >
        <p>{t("orders.lead")}</p>
        <fieldset>
          <legend class="hidden">{t("now.orders")}</legend>
          {modes.map((one) => (
            <label key={one} class="radio">
              <input type="radio" name="orders" checked={mode === one} onChange={() => setMode(one)} />
              {t(`orders.${one}`)}
            </label>
          ))}
        </fieldset>
        {mode === "within" && (
          <label class="field">
            {t("orders.hexes")}
            <input
              type="number"
              min={0}
              max={40}
              value={hexes}
              onInput={(event) => setHexes(Number(event.currentTarget.value))}
            />
          </label>
        )}
        {(mode === "within" || mode === "open") && (
          <label class="field">
            {t("orders.least")}
            <input
              type="number"
              min={0}
              max={100}
              step={5}
              value={least}
              onInput={(event) => setLeast(Number(event.currentTarget.value))}
            />
          </label>
        )}
        <p class="row end">
          <button type="submit" class="primary">
            {t("orders.give")}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

export function gameLink(id: string, key: string): string {
  return location.href.replace(/#.*/, "") + (key ? href("game", id, key) : href("game", id));
}

function ShareDialog({ table }: { table: Table }) {
  const welcome = table.welcome.value;
  if (!welcome) return null;
  const known = games.value.find((game) => game.id === welcome.game);
  return (
    <Dialog title={t("share.title")} onClose={shut}>
      <p>{t("share.lead")}</p>
      {known?.seats
        .filter((seat) => seat.key)
        .map((seat) => (
          <Share
            key={seat.key}
            label={t("share.seat", { side: seat.name })}
            url={gameLink(welcome.game, seat.key)}
          />
        ))}
      <Share label={t("share.watch")} url={gameLink(welcome.game, "")} />
    </Dialog>
  );
}

const THEMES: Theme[] = ["auto", "light", "dark"];

function MenuDialog({ table }: { table: Table }) {
  const welcome = table.welcome.value;
  const known = games.value.find((game) => game.id === welcome?.game);
  const key = known?.key ?? "";
  const id = welcome?.game ?? "";
  const save = (what: api.Export) => {
    shut();
    api.save(what, id, key).catch((problem: Error) => {
      table.notice.value = { text: problem.message, rule: "" };
    });
  };
  return (
    <Dialog title={t("table.menu")} onClose={shut}>
      <ul class="menu">
        {!welcome?.replay && (
          <>
            <li>
              <button type="button" onClick={() => openDialog("share")}>
                {t("menu.share")}
              </button>
            </li>
            {table.seats.length > 0 && (
              <li>
                <button type="button" onClick={() => openDialog("orders")}>
                  {t("menu.orders")}
                </button>
              </li>
            )}
            <li>
              <button type="button" onClick={() => save("record")}>
                {t("menu.record")}
              </button>
            </li>
            <li>
              <button type="button" onClick={() => save("log")}>
                {t("menu.log")}
              </button>
            </li>
          </>
        )}
        <li>
          <button
            type="button"
            onClick={() => {
              theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!;
            }}
          >
            {t("menu.theme", { name: t(`theme.${theme.value}`) })}
          </button>
        </li>
        <li>
          <button
            type="button"
            aria-pressed={animation.value}
            onClick={() => {
              animation.value = !animation.value;
            }}
          >
            {t("menu.animation")}: {animation.value ? t("menu.on") : t("menu.off")}
          </button>
        </li>
        {table.seats.length > 1 && (
          <li>
            <button
              type="button"
              aria-pressed={cover.value}
              onClick={() => {
                cover.value = !cover.value;
              }}
            >
              {t("menu.cover")}: {cover.value ? t("menu.on") : t("menu.off")}
            </button>
          </li>
        )}
        <li>
          <button type="button" onClick={() => openDialog("keys")}>
            {t("menu.keys")}
          </button>
        </li>
        <li>
          <a class="button" href={href("help")} onClick={shut}>
            {t("menu.help")}
          </a>
        </li>
        <li>
          <a class="button" href={href()} onClick={shut}>
            {t("menu.leave")}
          </a>
        </li>
      </ul>
    </Dialog>
  );
}

/** The explanation of a term, over whatever is on screen. */
export function HelpDialog() {
  const key = helpTerm.value;
  const [found, setFound] = useState<Term | "missing" | null>(null);
  useEffect(() => {
    setFound(null);
    if (!key) return;
    let live = true;
    api.term(key).then(
      (term) => live && setFound(term),
      () => live && setFound("missing"),
    );
    return () => {
      live = false;
    };
  }, [key]);
  if (!key) return null;
  const close = () => {
    helpTerm.value = "";
  };
  return (
    <Dialog
      title={found && found !== "missing" ? found.title : t("table.section", { rule: key })}
      onClose={close}
    >
      {found === null && <p class="muted">{t("app.loading")}</p>}
      {found === "missing" && <p>{t("help.missing", { key })}</p>}
      {found && found !== "missing" && <TermText term={found} />}
    </Dialog>
  );
}

export function TermText({ term }: { term: Term }) {
  return (
    <>
      <Facts text={term.text} />
      {term.rule && (
        <p class="muted">
          <Rule rule={term.rule} />
        </p>
      )}
      {term.see.length > 0 && (
        <p class="row wrap">
          {t("help.see")}:
          {term.see.map((one) => (
            <button
              key={one}
              type="button"
              class="plain"
              onClick={() => {
                helpTerm.value = one;
              }}
            >
              {one}
            </button>
          ))}
        </p>
      )}
    </>
  );
}

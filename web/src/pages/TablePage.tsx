import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { armour, later, sky } from "../later";
import { Board } from "../map/Board";
import { socketUrl } from "../net/api";
import { animated, cover, games, remember } from "../prefs";
import { href } from "../router";
import { Table } from "../state/table";
import { t } from "../strings";
import { Rule } from "../ui/bits";
import { Log, Replay } from "../ui/Log";
import { Now } from "../ui/Now";
import { Results } from "../ui/Results";
import { Selected } from "../ui/Selected";
import { dialog, focusCell, narrow, openDialog } from "../ui/state";
import { TopBar } from "../ui/TopBar";
import { Units } from "../ui/Units";
import type { Command } from "../wire";

const Dialogs = later("Dialogs");
const News = later("News");
const Cover = later("Cover");
const ToolPanel = later("ToolPanel");

/** The table: map, decision, what is selected, log. */
export function TablePage({ kind, id, secret }: { kind: "games" | "replays"; id: string; secret: string }) {
  const table = useMemo(() => new Table(socketUrl(kind, id), secret), [kind, id, secret]);
  useEffect(() => () => table.close(), [table]);
  /** Whose player sits at the screen. */
  const seated = useSignal(-1);
  useSignalEffect(() => {
    if (!cover.value && asked(table) >= 0) seated.value = asked(table);
  });
  useKeys(table);
  useFocus(table);
  const welcome = table.welcome.value;
  useEffect(() => {
    if (!welcome) return;
    document.title = `${welcome.scenario.name} – lnlt`;
    if (!welcome.replay && secret && !games.value.some((game) => game.id === id)) {
      remember({ id, key: secret, name: welcome.scenario.name, scenario: welcome.scenario.id, seats: [] });
    }
  }, [welcome, id, secret]);
  if (table.status.value === "gone") {
    return (
      <main class="gone">
        <h1>{t("app.name")}</h1>
        <p role="alert">{t("net.gone", { text: table.statusText.value })}</p>
        <a class="button primary" href={href()}>
          {t("app.back")}
        </a>
      </main>
    );
  }
  const covered = hidden(table, seated.value);
  const Watch = armour.value?.Watch;
  const Note = sky.value?.Note;
  return (
    <>
      {covered && (
        <Cover
          side={table.sideName(asked(table))}
          onShow={() => {
            seated.value = asked(table);
          }}
        />
      )}
      <div class={`table ${narrow.value ? "narrow" : "wide"}`} inert={covered}>
        <TopBar table={table} />
        <main class="map-area" id="main" aria-label={t("table.map")}>
          <MapView table={table} />
          <div class="over">
            <Banners table={table} />
            {!narrow.value && table.tool.value && <ToolPanel table={table} />}
          </div>
          {Note && <Note table={table} />}
        </main>
        {narrow.value ? <Sheet table={table} /> : <Column table={table} />}
        <div class="hidden" aria-live="polite" role="status" id="announcer">
          {table.said.value}
        </div>
        {Watch && <Watch table={table} />}
        {dialog.value && <Dialogs table={table} />}
        {table.news.value.length > 0 && !covered && <News table={table} />}
      </div>
    </>
  );
}

/** The side that must decide, if somebody at this screen plays it; negative if nobody does. */
function asked(table: Table): number {
  const side = table.update.value?.decision?.side ?? -1;
  return table.seats.includes(side) ? side : -1;
}

/** Whether the table is covered: several players share the screen, and another one than sits there must decide. */
function hidden(table: Table, seated: number): boolean {
  return cover.value && table.seats.length > 1 && asked(table) >= 0 && asked(table) !== seated;
}

function MapView({ table }: { table: Table }) {
  const welcome = table.welcome.value;
  const position = table.position.value;
  if (!welcome || !position) return <p class="muted loading">{t("net.connecting")}</p>;
  return (
    <Board
      board={welcome.board}
      sides={welcome.sides}
      position={position}
      selected={table.selected.value}
      highlights={table.lit.value}
      overlays={table.overlays.value}
      ready={table.ready.value}
      cursor={table.cursor.value}
      motions={table.motions.value}
      animate={animated()}
      centre={table.centre.value}
      onCursor={(place) => table.moveCursor(place)}
      onHex={(place) => table.hex(place)}
      onPiece={(piece) => table.piece(piece)}
      onTurn={(index) => table.give(table.turns.value?.list[index]?.do ?? [])}
      onHover={(place) => table.pointAt(place)}
      onMotionsDone={(id) => table.motionsDone(id)}
    />
  );
}

function Banners({ table }: { table: Table }) {
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

function Column({ table }: { table: Table }) {
  const box = useRef<HTMLElement>(null);
  const asked = table.mine.value;
  // A new question is read from its beginning.
  useEffect(() => {
    if (asked) box.current!.scrollTop = 0;
  }, [asked]);
  return (
    <aside ref={box} class="column" aria-label={t("table.now")}>
      <Now table={table} />
      <Results table={table} />
      <Selected table={table} />
      <Units table={table} />
      <Log table={table} />
    </aside>
  );
}

const TABS = ["now", "selected", "units", "log"] as const;
const HEIGHTS = [30, 50, 85];

/** On narrow screens the panels are tabs of a sheet whose height is dragged. */
function Sheet({ table }: { table: Table }) {
  const tab = useSignal<(typeof TABS)[number]>("now");
  const height = useSignal(50);
  const flow = table.flow.value.kind;
  const selected = table.selected.value;
  const seq = table.update.value?.seq;
  useEffect(() => {
    if (flow !== "idle") tab.value = "now";
  }, [flow, tab]);
  useEffect(() => {
    if (selected && table.flow.value.kind === "idle") tab.value = "selected";
  }, [selected, tab, table]);
  useEffect(() => {
    if (table.mine.value && tab.value === "selected") tab.value = "now";
  }, [seq, tab, table]);
  const body = useRef<HTMLDivElement>(null);
  const asked = table.mine.value;
  const results = table.results.value;
  // A new question is read from its beginning, after what the dice did.
  useEffect(() => {
    const box = body.current!;
    const dice = box.querySelector<HTMLElement>(".results");
    if (asked || dice) box.scrollTop = dice ? dice.offsetTop - box.offsetTop : 0;
  }, [asked, results]);
  const drag = (event: PointerEvent) => {
    const handle = event.currentTarget as HTMLElement;
    handle.setPointerCapture(event.pointerId);
    const start = event.clientY;
    let moved = false;
    handle.onpointermove = (now) => {
      moved ||= Math.abs(now.clientY - start) > 4;
      height.value = Math.max(15, Math.min(88, 100 * (1 - now.clientY / innerHeight)));
    };
    handle.onpointerup = () => {
      handle.onpointermove = null;
      handle.onpointerup = null;
      if (!moved)
        height.value = HEIGHTS[(HEIGHTS.findIndex((one) => one >= height.value) + 1) % HEIGHTS.length]!;
      else
        height.value = HEIGHTS.reduce((a, b) =>
          Math.abs(b - height.value) < Math.abs(a - height.value) ? b : a,
        );
    };
  };
  const step = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    height.value =
      HEIGHTS[Math.max(0, Math.min(HEIGHTS.length - 1, HEIGHTS.indexOf(height.value) + by))] ?? 50;
  };
  return (
    <aside class="sheet" style={{ height: `${height.value}dvh` }} aria-label={t("table.now")}>
      <div
        class="handle"
        role="slider"
        tabIndex={0}
        aria-label={t("table.sheet")}
        aria-orientation="vertical"
        aria-valuemin={15}
        aria-valuemax={88}
        aria-valuenow={Math.round(height.value)}
        onPointerDown={drag}
        onKeyDown={step}
      />
      <div class="tabs" role="tablist">
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab.value === name}
            aria-controls="sheet-panel"
            onClick={() => {
              tab.value = name;
            }}
          >
            {t(`table.${name}`)}
          </button>
        ))}
      </div>
      <div
        ref={body}
        class="sheet-body"
        role="tabpanel"
        id="sheet-panel"
        aria-labelledby={`tab-${tab.value}`}
        tabIndex={0}
      >
        {table.tool.value && <ToolPanel table={table} />}
        {tab.value === "now" && (
          <>
            <Now table={table} />
            <Results table={table} />
          </>
        )}
        {tab.value === "selected" && <Selected table={table} />}
        {tab.value === "units" && <Units table={table} shown />}
        {tab.value === "log" && <Log table={table} />}
      </div>
    </aside>
  );
}

/** One key each; never while typing or in a dialog, never with a modifier. */
function useKeys(table: Table): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        dialog.value ||
        document.querySelector("dialog[open], .cover")
      )
        return;
      if (target.matches?.("input:not([type=radio], [type=range]), select, textarea")) return;
      const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      if (event.key === "Enter") {
        if (target.closest?.("button, a, summary, [data-place], input")) return;
        if (!table.confirmFlow()) return;
      } else act(table);
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [table]);
}

const KEYS: Record<string, (table: Table) => void> = {
  Enter: () => undefined,
  Escape: (table) => table.back(),
  u: (table) => table.undo(),
  l: (table) => table.startSight(),
  v: (table) => table.field(),
  d: (table) => table.danger(),
  h: (table) => table.askHint(),
  m: (table) => focusCell(table.cursor.value),
  n: () => document.getElementById("now-prompt")?.focus(),
  g: () => {
    const title = document.querySelector<HTMLElement>("#units-title button");
    if (title?.getAttribute("aria-expanded") === "false") title.click();
    title?.focus();
  },
  "?": () => openDialog("keys"),
};

/** When what had the focus is gone, it goes to the map where a hex must be chosen, else to the prompt. */
function useFocus(table: Table): void {
  const flow = table.flow.value;
  const seq = table.update.value?.seq;
  const asking =
    table.busy.value ||
    ((flow.kind === "stack" || flow.kind === "confirm") && flow.asking) ||
    (flow.kind === "reach" && !flow.reach) ||
    (flow.kind === "targets" && !flow.targets);
  useEffect(() => {
    if (asking) return;
    const timer = setTimeout(() => {
      if (document.activeElement && document.activeElement !== document.body) return;
      if (document.querySelector("dialog[open], .cover")) return;
      const onMap =
        (flow.kind === "reach" && flow.reach) ||
        (flow.kind === "targets" && flow.targets) ||
        flow.kind === "place" ||
        flow.kind === "pick";
      if (onMap) focusCell(table.cursor.value);
      else document.getElementById("now-prompt")?.focus({ preventScroll: true });
    }, 0);
    return () => clearTimeout(timer);
  }, [flow, seq, asking]);
}

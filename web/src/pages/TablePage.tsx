import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { armour, later, sky } from "../later";
import { Board } from "../map/Board";
import { socketUrl } from "../net/api";
import { animated, cover, games, remember } from "../prefs";
import { href } from "../router";
import { Table } from "../state/table";
import { t } from "../strings";
import { Banners } from "../ui/Banners";
import { useFocus, useKeys } from "../ui/keys";
import { Log } from "../ui/Log";
import { Now } from "../ui/Now";
import { Results } from "../ui/Results";
import { Selected } from "../ui/Selected";
import { Sheet } from "../ui/Sheet";
import { dialog, narrow } from "../ui/state";
import { TopBar } from "../ui/TopBar";
import { Units } from "../ui/Units";

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

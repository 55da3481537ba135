import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { later } from "../later";
import type { Table } from "../state/table";
import { t } from "../strings";
import { Log } from "./Log";
import { Now } from "./Now";
import { Results } from "./Results";
import { Selected } from "./Selected";
import { Units } from "./Units";

const ToolPanel = later("ToolPanel");
const TABS = ["now", "selected", "units", "log"] as const;
const HEIGHTS = [30, 50, 85];

/** On narrow screens the panels are tabs of a sheet whose height is dragged. */
export function Sheet({ table }: { table: Table }) {
  const tab = useSignal<(typeof TABS)[number]>("now");
  const height = useSignal(50);
  const flow = table.flow.value.kind;
  const selected = table.selected.value;
  useEffect(() => {
    if (flow !== "idle") tab.value = "now";
  }, [flow, tab]);
  useEffect(() => {
    if (selected && table.flow.value.kind === "idle") tab.value = "selected";
  }, [selected, tab, table]);
  const body = useRef<HTMLDivElement>(null);
  const asked = table.mine.value;
  const waited = useRef(false);
  // Whoever is asked sees it, whatever he was reading; what he opens while he is being asked stays open.
  useEffect(() => {
    if (asked && (!waited.current || tab.value === "selected")) tab.value = "now";
    waited.current = asked !== null;
  }, [asked, tab]);
  const results = table.results.value;
  const entries = table.entries.value;
  const { moment } = table;
  // A question is read from its beginning, what dice did while nobody is asked from theirs, the log from its end.
  useEffect(() => {
    const box = body.current!;
    const at = (what: string) => {
      const found = box.querySelector<HTMLElement>(what);
      return found && found.offsetTop - box.offsetTop;
    };
    if (tab.value === "log") box.scrollTop = (at("li.shown") ?? box.scrollHeight) - box.clientHeight / 2;
    else box.scrollTop = at(asked ? ".results, .now" : ".results") ?? 0;
  }, [asked, results, flow, tab.value, entries, moment]);
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
            class={name === "now" && asked ? "asked" : ""}
            aria-label={name === "now" && asked ? t("table.asked") : undefined}
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
            {asked && <Results key={`${table.last} ${flow}`} table={table} folded />}
            <Now table={table} />
            {!asked && <Results table={table} />}
          </>
        )}
        {tab.value === "selected" && <Selected table={table} />}
        {tab.value === "units" && <Units table={table} shown />}
        {tab.value === "log" && <Log table={table} />}
      </div>
    </aside>
  );
}

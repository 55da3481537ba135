import { useEffect } from "preact/hooks";
import type { Table } from "../state/table";
import { dialog, focusCell, openDialog } from "./state";

/** One key each; never while typing or in a dialog, never with a modifier. */
export function useKeys(table: Table): void {
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
export function useFocus(table: Table): void {
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
      if (table.flow.peek() !== flow) return; // something newer is shown and looks after itself
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

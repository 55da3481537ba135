import { signal } from "@preact/signals";

export type DialogName = "" | "keys" | "orders" | "share" | "victory" | "menu" | "load";

export const dialog = signal<DialogName>("");

export function openDialog(name: DialogName): void {
  dialog.value = name;
}

const query = globalThis.matchMedia?.("(max-width: 799px)");
/** Whether the window is narrow: panels become a sheet at the bottom. */
export const narrow = signal(query?.matches ?? false);
query?.addEventListener("change", () => {
  narrow.value = query.matches;
});

/** Gives a hex of the map the focus. */
export function focusCell(place: string): void {
  const cell = document.querySelector<SVGElement>(`[data-place="${CSS.escape(place)}"]`);
  cell?.focus({ preventScroll: true });
}

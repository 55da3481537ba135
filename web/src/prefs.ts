import { effect, signal } from "@preact/signals";

/** What this browser remembers. Nothing here is needed for play: a locked store only forgets. */
function remembered<T>(name: string, initial: T) {
  const key = `lnlt.${name}`;
  let start = initial;
  try {
    const text = localStorage.getItem(key);
    if (text !== null) start = JSON.parse(text) as T;
  } catch {
    // a store that cannot be read is an empty one
  }
  const value = signal<T>(start);
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      localStorage.setItem(key, text);
    } catch {
      // full or forbidden: the value lives as long as the page
    }
  });
  return value;
}

export type Theme = "auto" | "light" | "dark";

/** A game this browser holds a key of, or has watched. */
export interface Known {
  id: string;
  key: string;
  name: string;
  scenario: string;
  seats: { name: string; side: number; key: string; player: string }[];
}

export const theme = remembered<Theme>("theme", "auto");
export const animation = remembered<boolean>("animation", true);
/** Whether the table is covered when another player at this screen must decide. */
export const cover = remembered<boolean>("cover", false);
export const games = remembered<Known[]>("games", []);

const systemDark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const system = signal(systemDark.matches);
const reduced = signal(still.matches);
systemDark.addEventListener("change", () => {
  system.value = systemDark.matches;
});
still.addEventListener("change", () => {
  reduced.value = still.matches;
});

/** Whether things may move. */
export function animated(): boolean {
  return animation.value && !reduced.value;
}

effect(() => {
  const dark = theme.value === "dark" || (theme.value === "auto" && system.value);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
});

export function remember(game: Known): void {
  games.value = [game, ...games.value.filter((one) => one.id !== game.id)].slice(0, 30);
}

import { signal } from "@preact/signals";

/** Pages live behind the hash, so that a seat's secret never reaches the server's log. */
export type Route =
  | { page: "list" }
  | { page: "new"; scenario: string }
  | { page: "game"; id: string; key: string }
  | { page: "replay"; id: string }
  | { page: "help"; term: string }
  | { page: "unknown" };

export function parseRoute(hash: string): Route {
  const [page = "", a = "", b = ""] = hash.replace(/^#\/?/, "").split("/").map(plain);
  if (page === "") return { page: "list" };
  if (page === "new" && a) return { page: "new", scenario: a };
  if (page === "game" && a) return { page: "game", id: a, key: b };
  if (page === "replay" && a) return { page: "replay", id: a };
  if (page === "help") return { page: "help", term: a };
  return { page: "unknown" };
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function href(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

export const route = signal<Route>(parseRoute(globalThis.location?.hash ?? ""));

export function go(...parts: string[]): void {
  location.hash = href(...parts);
}

globalThis.addEventListener?.("hashchange", () => {
  route.value = parseRoute(location.hash);
});

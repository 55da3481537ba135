import { t } from "../strings";
import {
  fill,
  type GameCreated,
  type GameListed,
  type ImportGame,
  type Level,
  type NewGame,
  type ReplayListed,
  type ScenarioCard,
  type Shapes,
  type Term,
} from "../wire";

/** What the server could not or would not do, in its own words. */
export class ApiError extends Error {}

/** The answer to a request; an ApiError if there is none, or one that says no. */
async function reach(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(path, init).catch(() => {
    throw new ApiError(t("net.unreached"));
  });
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => null)) as { text?: string } | null;
  throw new ApiError(body?.text ?? `${answer.status}`);
}

async function ask<K extends keyof Shapes>(shape: K, path: string, init?: RequestInit): Promise<unknown> {
  const answer = await reach(path, init);
  return fill(shape, await answer.json().catch(() => null));
}

const cache = new Map<string, Promise<unknown>>();

/** What never changes is asked for once; a failure is not remembered. */
function once<T>(path: string, make: () => Promise<unknown>): Promise<T> {
  let found = cache.get(path);
  if (!found) {
    found = make();
    cache.set(path, found);
    found.catch(() => cache.delete(path));
  }
  return found as Promise<T>;
}

const get = <K extends keyof Shapes, T>(shape: K, path: string) => once<T>(path, () => ask(shape, path));

export const scenarios = () => get<"ScenarioCard", ScenarioCard[]>("ScenarioCard", "/api/scenarios");
export const levels = () => get<"Level", Level[]>("Level", "/api/levels");
export const replays = () => get<"ReplayListed", ReplayListed[]>("ReplayListed", "/api/replays");
export const terms = () => get<"Term", Term[]>("Term", "/api/help");

export function term(key: string): Promise<Term> {
  return get<"Term", Term>("Term", `/api/help/${encodeURIComponent(key)}`);
}

function post(body: NewGame | ImportGame): RequestInit {
  return { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

export function create(wish: NewGame): Promise<GameCreated> {
  return ask("GameCreated", "/api/games", post(wish)) as Promise<GameCreated>;
}

export function listed(id: string): Promise<GameListed> {
  return ask("GameListed", `/api/games/${encodeURIComponent(id)}`) as Promise<GameListed>;
}

/** A record file becomes a new game. */
export function load(record: string): Promise<GameCreated> {
  return ask("GameCreated", "/api/games/import", post({ record, hot_seat: true })) as Promise<GameCreated>;
}

export type Export = "record" | "log";

/** The record or the log of a game as a file; the key goes into a header, never into an address. */
export async function save(what: Export, id: string, key: string): Promise<void> {
  const headers: Record<string, string> = key ? { "x-seat-key": key } : {};
  const answer = await reach(`/api/games/${encodeURIComponent(id)}/${what}`, { headers });
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name ?? `${id}.${what === "log" ? "txt" : "jsonl"}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function socketUrl(kind: "games" | "replays", id: string): string {
  return `${location.origin.replace(/^http/, "ws")}/ws/${kind}/${encodeURIComponent(id)}`;
}

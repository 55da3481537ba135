import {
  fill,
  type GameCreated,
  type GameListed,
  type Level,
  type NewGame,
  type ReplayListed,
  type ScenarioCard,
  type Shapes,
  type Term,
} from "../wire";

/** What the server could not or would not do, in its own words. */
export class ApiError extends Error {}

async function ask<K extends keyof Shapes>(shape: K, path: string, init?: RequestInit): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new ApiError("the server cannot be reached");
  }
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new ApiError((body as { text?: string } | null)?.text ?? `${answer.status}`);
  return fill(shape, body);
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

export function create(wish: NewGame): Promise<GameCreated> {
  const init = {
    method: "POST",
    body: JSON.stringify(wish),
    headers: { "content-type": "application/json" },
  };
  return ask("GameCreated", "/api/games", init) as Promise<GameCreated>;
}

export function listed(id: string): Promise<GameListed> {
  return ask("GameListed", `/api/games/${encodeURIComponent(id)}`) as Promise<GameListed>;
}

/** A record file becomes a new game. */
export function load(record: string): Promise<GameCreated> {
  const init = { method: "POST", body: record, headers: { "content-type": "application/x-ndjson" } };
  return ask("GameCreated", "/api/games/load", init) as Promise<GameCreated>;
}

export function recordUrl(id: string, key: string): string {
  return `/api/games/${encodeURIComponent(id)}/record?key=${encodeURIComponent(key)}`;
}

export function logUrl(id: string, key: string): string {
  return `/api/games/${encodeURIComponent(id)}/log?key=${encodeURIComponent(key)}`;
}

export function socketUrl(kind: "games" | "replays", id: string, key: string, since: number): string {
  const base = location.origin.replace(/^http/, "ws");
  const query = new URLSearchParams();
  if (key) query.set("key", key);
  if (since >= 0) query.set("since", String(since));
  return `${base}/ws/${kind}/${encodeURIComponent(id)}?${query}`;
}

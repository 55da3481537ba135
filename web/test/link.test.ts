import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { backOff, changed, decode, Link, type Listener } from "../src/net/link";
import type { Position } from "../src/wire";

class Socket {
  static all: Socket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  begin(seq: number) {
    this.readyState = 1;
    this.onopen?.();
    this.say({ type: "welcome", game: "g", scenario: {}, seat: 0, board: { hexes: [] }, sides: [] });
    this.update(seq);
  }
  update(seq: number) {
    this.say({ type: "update", seq, n: seq, position: { pieces: [] } });
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  break(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code, reason: "" });
  }
}

const heard: string[] = [];
const positions: Position[] = [];
const listener: Listener = {
  status: (status) => heard.push(status),
  welcome: () => heard.push("welcome"),
  update: (message) => {
    heard.push(`update ${message.seq}`);
    positions.push(message.position);
  },
  refused: (message) => heard.push(`refused ${message.code}`),
  fault: (message) => heard.push(`fault ${message.code}`),
  settled: () => heard.push("settled"),
};

function open(): Link {
  const link = new Link("ws://table", "secret", listener, Socket as unknown as typeof WebSocket);
  link.open();
  return link;
}

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  heard.length = 0;
});
afterEach(() => vi.useRealTimers());

const now = () => Socket.all.at(-1)!;
const again = () => vi.advanceTimersByTime(20_000);

describe("the line to a game", () => {
  test("says hello with its key and, after a break, with the last number it has", () => {
    open();
    now().begin(7);
    expect(now().sent[0]).toMatchObject({ type: "hello", key: "secret", since: -1 });
    now().break();
    again();
    now().begin(7);
    expect(Socket.all).toHaveLength(2);
    expect(now().sent[0]).toMatchObject({ since: 7 });
    expect(heard).toContain("offline");
  });

  test("gives a lost order again if the position is still the same", () => {
    const link = open();
    now().begin(3);
    link.give(3, [{ type: "pass" }]);
    now().break();
    expect(link.busy).toBe(true);
    again();
    now().begin(3);
    expect(now().sent[1]).toMatchObject({ type: "give", seq: 3, do: [{ type: "pass" }] });
  });

  test("drops a lost order if the game has gone on", () => {
    const link = open();
    now().begin(3);
    link.give(3, [{ type: "pass" }]);
    now().break();
    again();
    now().begin(4);
    expect(now().sent).toHaveLength(1);
    expect(link.busy).toBe(false);
  });

  test("an order given while the line is down goes out when it is up", () => {
    const link = open();
    now().begin(3);
    now().break();
    link.give(3, [{ type: "pass" }]);
    again();
    now().begin(3);
    expect(now().sent[1]).toMatchObject({ type: "give", seq: 3 });
  });

  test("one order at a time, free again when its update is there", () => {
    const link = open();
    now().begin(1);
    expect(link.give(1, [{}])).toBe(true);
    expect(link.give(1, [{}])).toBe(false);
    now().update(2);
    expect(link.busy).toBe(true);
    now().say({ type: "update", seq: 3, n: 3, since: 2, changes: {}, done: now().sent[1]!.id });
    expect(link.busy).toBe(false);
  });

  test("changes are put into the position there was", () => {
    open();
    const piece = (id: string, at: string) => ({ id, type: "", name: "", kind: "squad", side: 0, at });
    now().begin(1);
    now().say({
      type: "update",
      seq: 2,
      n: 2,
      position: { turn: 1, pieces: [piece("a", "A1"), piece("b", "B2")], marks: [{ kind: "smoke" }] },
    });
    const before = positions.at(-1)!;
    now().say({
      type: "update",
      seq: 3,
      n: 3,
      since: 2,
      changes: { turn: 2, pieces: [piece("b", "C3")], marks: [] },
    });
    const after = positions.at(-1)!;
    expect(after.pieces.map((one) => one.at)).toEqual(["A1", "C3"]);
    expect(after.pieces[0]).toBe(before.pieces[0]);
    expect([after.turn, after.marks, after.goals]).toEqual([2, [], []]);
    expect(changed(after, {})).toEqual(after);
  });

  test("changes of a position it does not have make it connect again", () => {
    open();
    now().begin(1);
    const line = now();
    line.say({ type: "update", seq: 3, n: 3, since: 2, changes: { turn: 2 } });
    expect(line.readyState).toBe(3);
    expect(heard).not.toContain("update 3");
    line.break(1005);
    again();
    expect(now().sent).toHaveLength(0);
    now().begin(3);
    expect(now().sent[0]).toMatchObject({ type: "hello", since: 1 });
    expect(heard).toContain("update 3");
  });

  test("a refused order is over", () => {
    const link = open();
    now().begin(1);
    link.give(1, [{}]);
    now().say({ type: "refused", id: now().sent[1]!.id, code: "stale", text: "too late" });
    expect(link.busy).toBe(false);
    expect(heard).toContain("refused stale");
  });

  test("questions end with the line, never hang", async () => {
    const link = open();
    now().begin(1);
    const asked = link.ask({ what: "menu", at: "G2" });
    now().break();
    expect(await asked).toBeNull();
    expect(await link.ask({ what: "menu" })).toBeNull();
  });

  test("a game that does not exist is not tried for ever", () => {
    open();
    now().break(4404);
    again();
    expect(Socket.all).toHaveLength(1);
    expect(heard.at(-1)).toBe("gone");
  });
});

test("waiting doubles up to a bound", () => {
  expect(backOff(0, 0.5)).toBe(300);
  expect(backOff(3, 0.5)).toBe(2400);
  expect(backOff(50, 1)).toBeLessThanOrEqual(5_000);
});

test("unknown messages are no error", () => {
  expect(decode('{"type":"weather"}')).toBeNull();
});

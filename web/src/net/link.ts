import type {
  Ask,
  Changes,
  Command,
  Fault,
  FromClient,
  FromServer,
  Give,
  Position,
  Refused,
  Reply,
  Update,
  Welcome,
} from "../wire";
import { fill } from "../wire";

export type Status = "connecting" | "open" | "offline" | "gone";

/** An update whose position is there in full. */
export type Whole = Update & { position: Position };

export interface Listener {
  status(status: Status, text: string): void;
  welcome(message: Welcome): void;
  update(message: Whole): void;
  refused(message: Refused): void;
  fault(message: Fault): void;
  /** The order in flight was stored, refused or dropped. */
  settled(): void;
}

const SHAPE = {
  welcome: "Welcome",
  update: "Update",
  refused: "Refused",
  reply: "Reply",
  fault: "Fault",
} as const;

/** A message of the server with its defaults put in; null for what this client does not know. */
export function decode(text: string): FromServer | null {
  const raw = JSON.parse(text) as { type: keyof typeof SHAPE };
  const shape = SHAPE[raw.type];
  return shape ? fill(shape, raw) : null;
}

/** A position with what has changed in it; counters that have not stay the same objects. */
export function changed(old: Position, changes: Changes): Position {
  const moved = new Map(changes.pieces?.map((piece) => [piece.id, piece]));
  const pieces = moved.size > 0 ? old.pieces.map((piece) => moved.get(piece.id) ?? piece) : old.pieces;
  return { ...old, ...changes, pieces };
}

/** Milliseconds before the n-th try to connect again: doubling to four seconds, a little of it by chance. */
export function backOff(tries: number, chance: number): number {
  return Math.min(4_000, 300 * 2 ** Math.min(tries, 10)) * (0.75 + 0.5 * chance);
}

/** Codes with which the server closes a line for good: the game or the key does not exist. */
const FINAL = new Set([4404, 1008]);

type Waiting = { resolve: (reply: Reply | null) => void };

/** One line to a game. It connects again by itself, goes on from the last entry it has, and gives an order that was
 * on its way once more, but only if the position it answers is still the one on the table. */
export class Link {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private ended = false;
  private next = 1;
  private seq = -1;
  private position: Position | null = null;
  private readonly asked = new Map<number, Waiting>();
  private order: Give | null = null;
  /** The order may not have arrived: see `again`. */
  private resend = false;

  constructor(
    private readonly url: string,
    private readonly key: string,
    private readonly listener: Listener,
    private readonly Socket: typeof WebSocket = globalThis.WebSocket,
  ) {}

  open(): void {
    if (this.ended || this.socket) return;
    clearTimeout(this.timer);
    this.listener.status(this.tries ? "offline" : "connecting", "");
    const socket = new this.Socket(this.url);
    this.socket = socket;
    socket.onopen = () => this.send({ type: "hello", key: this.key, since: this.seq });
    socket.onmessage = (event) => this.take(String(event.data));
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.drop();
      this.resend = this.order !== null;
      if (this.ended) return;
      if (FINAL.has(event.code)) {
        this.ended = true;
        this.listener.status("gone", event.reason);
        return;
      }
      this.listener.status("offline", event.reason);
      this.timer = setTimeout(() => this.open(), backOff(this.tries++, Math.random())) as unknown as number;
    };
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.drop();
  }

  /** Asks something that changes nothing; null when it was refused or the line broke. */
  ask(question: Omit<Ask, "type" | "id">): Promise<Reply | null> {
    const id = this.next++;
    return new Promise((resolve) => {
      if (!this.send({ type: "ask", id, ...question })) {
        resolve(null);
        return;
      }
      this.asked.set(id, { resolve });
    });
  }

  /** Sends an order; one at a time. */
  give(seq: number, commands: readonly Command[]): boolean {
    if (this.order) return false;
    this.order = { type: "give", id: this.next++, seq, do: [...commands] };
    if (!this.send(this.order)) this.resend = true;
    return true;
  }

  undo(seq: number): void {
    this.send({ type: "undo", id: this.next++, seq });
  }

  orders(wish: { side: number; mode?: string; hexes?: number; least?: number; hush?: boolean }): void {
    this.send({ type: "orders", id: this.next++, ...wish });
  }

  get busy(): boolean {
    return this.order !== null;
  }

  private send(message: FromClient): boolean {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Questions die with the line; the order in flight stays. */
  private drop(): void {
    for (const one of this.asked.values()) one.resolve(null);
    this.asked.clear();
  }

  private settle(): void {
    this.order = null;
    this.listener.settled();
  }

  private take(text: string): void {
    const message = decode(text);
    switch (message?.type) {
      case "welcome":
        this.tries = 0;
        this.listener.welcome(message);
        this.listener.status("open", "");
        break;
      case "update": {
        const position = this.whole(message);
        if (!position) {
          this.socket?.close();
          break;
        }
        this.seq = message.seq;
        this.position = position;
        this.listener.update({ ...message, position });
        if (this.order && this.order.id === message.done) this.settle();
        this.again(message.seq);
        break;
      }
      case "reply":
        this.asked.get(message.id)?.resolve(message);
        this.asked.delete(message.id);
        break;
      case "refused":
        this.asked.get(message.id)?.resolve(null);
        this.asked.delete(message.id);
        if (this.order?.id === message.id) this.settle();
        this.listener.refused(message);
        break;
      case "fault":
        if (this.asked.has(message.id)) {
          this.asked.get(message.id)!.resolve(null);
          this.asked.delete(message.id);
          break;
        }
        if (this.order && this.order.id === message.id) this.settle();
        this.listener.fault(message);
        break;
    }
  }

  /** The whole position of an update; null if it changes one this client does not have: then it connects again, and
   * is sent all of it. */
  private whole(message: Update): Position | null {
    if (message.position || !message.changes) return message.position;
    return this.position && message.since === this.seq ? changed(this.position, message.changes) : null;
  }

  /** After a new connection: the order goes out again if nothing has happened since, else it is dropped. */
  private again(seq: number): void {
    if (!this.order || !this.resend) return;
    this.resend = false;
    if (this.order.seq === seq) this.send(this.order);
    else this.settle();
  }
}

import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { MotionBatch } from "../map/contract";
import { Link, type Status, type Whole } from "../net/link";
import { animated } from "../prefs";
import type { Card, Decision, Entry, Motion, Position, Welcome } from "../wire";

/** Updates that may wait to be shown. */
const MANY = 40;
/** Milliseconds after which motions count as seen, whatever the map says. */
const PATIENCE = 8000;

export interface Notice {
  text: string;
  rule: string;
}

/** What comes from the server about one game, in order, and the way back through it. */
export class Story {
  readonly status = signal<Status>("connecting");
  readonly statusText = signal("");
  readonly welcome = signal<Welcome | null>(null);
  readonly update = signal<Whole | null>(null);
  readonly entries = signal<readonly Entry[]>([]);
  /** An earlier moment being looked at: after entry n. */
  readonly past = signal<{ n: number; update: Whole } | null>(null);
  readonly notice = signal<Notice | null>(null);
  readonly said = signal("");
  readonly busy = signal(false);
  /** Cards of the dice that fell last. */
  readonly results = signal<readonly Card[]>([]);
  /** Paragraphs and other news that want to be read. */
  readonly news = signal<readonly string[]>([]);
  readonly motions = signal<MotionBatch>({ id: 0, list: [] });
  readonly playing = signal(false);
  /** Updates that have come but are not shown yet. */
  readonly behind = signal(0);

  /** The update on screen: now, or an earlier moment. */
  readonly shown: ReadonlySignal<Whole | null> = computed(() => this.past.value?.update ?? this.update.value);
  readonly position: ReadonlySignal<Position | null> = computed(() => this.shown.value?.position ?? null);

  protected readonly link: Link;
  private timer = 0;
  private fetching = false;
  private moving = false;
  private readonly waiting: Whole[] = [];
  private saidAt = 0;

  constructor(url: string, key: string) {
    this.link = new Link(url, key, {
      status: (status, text) => {
        batch(() => {
          this.status.value = status;
          if (text) this.statusText.value = text;
        });
      },
      welcome: (message) => {
        this.welcome.value = message;
      },
      update: (message) => this.arrive(message),
      refused: (message) => {
        this.notice.value = { text: message.text, rule: message.rule };
        this.said.value = message.text;
      },
      fault: (message) => {
        this.notice.value = { text: message.text, rule: "" };
        this.statusText.value = message.text;
      },
      settled: () => {
        this.busy.value = this.link.busy;
      },
    });
    this.link.open();
  }

  close(): void {
    clearTimeout(this.timer);
    this.link.close();
  }

  reconnect(): void {
    this.link.open();
  }

  /** Side numbers this seat answers for. */
  get seats(): readonly number[] {
    const welcome = this.welcome.value;
    if (!welcome) return [];
    return welcome.seats.length > 0 ? welcome.seats : welcome.seat >= 0 ? [welcome.seat] : [];
  }

  sideName(side: number): string {
    return this.welcome.value?.sides[side]?.name ?? "";
  }

  /** A new position is being taken over; `fresh`: not the one there was. */
  protected changed(_message: Whole, _fresh: boolean): void {}

  /** A new question has come. */
  protected asked(_decision: Decision | null): void {}

  /** An earlier moment is shown. */
  protected lookedBack(): void {}

  /** What happens is shown one thing after another: the next update waits until the motions of the last have been
   * seen. Nothing waits when nothing moves, when nobody looks, or when there is too much to catch up with. */
  private arrive(message: Whole): void {
    const wait =
      this.moving && animated() && !document.hidden && !message.undone && this.waiting.length < MANY;
    if (wait) {
      this.waiting.push(message);
      this.behind.value = this.waiting.length;
      return;
    }
    const all = [...this.waiting.splice(0), message];
    for (const one of all) this.take(one);
    this.behind.value = 0;
  }

  /** The motions of a batch have been seen. */
  motionsDone(id: number): void {
    if (id !== this.motions.value.id) return;
    this.moving = false;
    while (!this.moving && this.waiting.length > 0) this.take(this.waiting.shift()!);
    this.behind.value = this.waiting.length;
  }

  private take(message: Whole): void {
    const fresh = this.update.value === null;
    const old = this.update.value?.seq ?? -1;
    batch(() => {
      const kept = this.entries.value.filter((entry) => entry.n <= message.n);
      const known = new Set(message.entries.map((entry) => entry.n));
      this.entries.value = [...kept.filter((entry) => !known.has(entry.n)), ...message.entries].sort(
        (a, b) => a.n - b.n,
      );
      this.update.value = message;
      if (message.seq !== old || message.undone) this.notice.value = null;
      this.changed(message, message.seq !== old || message.undone);
      if (!fresh && !message.undone && !this.past.value) {
        const list = message.entries.flatMap((entry) => entry.motions);
        const cards = message.entries.flatMap((entry) => entry.cards);
        if (cards.length > 0) this.results.value = cards;
        const news = list
          .filter((motion) => motion.what === "paragraph" && motion.text)
          .map((motion) => motion.text);
        if (news.length > 0) this.news.value = [...this.news.value, ...news];
        if (list.length > 0) this.move(list);
        const lines = message.entries.flatMap((entry) =>
          entry.lines.filter((line) => !line.detail).map((line) => line.text),
        );
        this.say([
          ...lines.slice(-6),
          message.decision && message.decision.options.length > 0 ? message.decision.text : "",
        ]);
      }
    });
    this.missing();
    if (message.seq !== old) this.asked(message.decision);
    if (this.welcome.value?.replay && fresh) this.show(0);
  }

  /** Entries before the first one the server sent, page by page. */
  private async missing(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    await this.fetchMissing();
    this.fetching = false;
  }

  private async fetchMissing(): Promise<void> {
    for (;;) {
      const have = new Map(this.entries.value.map((entry) => [entry.n, entry]));
      let n = 0;
      while (have.has(n)) n++;
      if (n > this.last) return;
      const reply = await this.link.ask({ what: "entries", n });
      if (!reply?.entries?.some((entry) => entry.n === n)) return;
      for (const entry of this.entries.value) have.set(entry.n, entry);
      for (const entry of reply.entries) if (entry.n <= this.last) have.set(entry.n, entry);
      this.entries.value = [...have.values()].sort((a, b) => a.n - b.n);
    }
  }

  private move(list: readonly Motion[]): void {
    const id = this.motions.value.id + 1;
    this.motions.value = { id, list };
    this.moving = animated();
    setTimeout(() => this.motionsDone(id), PATIENCE);
  }

  /** Has a screen reader say something; what comes in quick succession is said together. */
  say(lines: readonly string[]): void {
    const text = lines.filter(Boolean).join(" ");
    if (!text) return;
    const now = Date.now();
    const soon = now - this.saidAt < 1500 && this.said.value.length < 1500;
    this.said.value = soon ? `${this.said.value} ${text}` : text;
    this.saidAt = now;
  }

  get last(): number {
    return this.update.value?.n ?? 0;
  }

  get moment(): number {
    return this.past.value?.n ?? this.last;
  }

  /** Shows the position after entry n; its motions are played when one steps on. */
  async show(n: number, moving = false): Promise<void> {
    const at = Math.max(0, Math.min(n, this.last));
    if (at === this.last && !this.welcome.value?.replay) {
      this.present();
      return;
    }
    const reply = await this.link.ask({ what: "past", n: at });
    const position = reply?.past?.position;
    if (!reply?.past || !position) return;
    const update = { ...reply.past, position };
    batch(() => {
      this.past.value = { n: at, update };
      this.lookedBack();
      const entry = this.entries.value.find((one) => one.n === at);
      this.results.value = entry?.cards ?? [];
      if (moving && entry) {
        if (entry.motions.length > 0) this.move(entry.motions);
        this.say(entry.lines.filter((line) => !line.detail).map((line) => line.text));
      }
    });
  }

  present(): void {
    this.playing.value = false;
    this.past.value = null;
    this.results.value = [];
  }

  /** Plays on from the moment shown, one entry after another. */
  play(on: boolean): void {
    this.playing.value = on;
    clearTimeout(this.timer);
    if (!on) return;
    const step = async () => {
      if (!this.playing.value) return;
      if (this.moment >= this.last) {
        this.playing.value = false;
        return;
      }
      await this.show(this.moment + 1, true);
      this.timer = setTimeout(step, 1400) as unknown as number;
    };
    step();
  }
}

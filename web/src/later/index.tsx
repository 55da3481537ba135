import { type Signal, signal } from "@preact/signals";
import { type ComponentType, h } from "preact";
import { t } from "../strings";

type Rare = typeof import("./rare");
type Part = { [K in keyof Rare]: Rare[K] extends ComponentType<infer _> ? K : never }[keyof Rare];

/** What comes after the first picture; null until it is here. */
export const rare = signal<Rare | null>(null);
const failed = signal(false);
let coming: Promise<Rare | null> | null = null;

/** What only battles with guns and vehicles need, in a file of its own; null until it is here. */
export const armour = signal<typeof import("./armour") | null>(null);

/** What only battles by night, with aircraft or fortifications need, in a file of its own; null until it is here. */
export const sky = signal<typeof import("./sky") | null>(null);

/** Fetches such a part, once; after a failure the next position tries again. */
const part = <T,>(into: Signal<T | null>, get: () => Promise<T>) => {
  let asked = false;
  return (): void => {
    if (asked) return;
    asked = true;
    get().then(
      (found) => {
        into.value = found;
      },
      () => {
        asked = false;
      },
    );
  };
};
export const loadArmour = part(armour, () => import("./armour"));
export const loadSky = part(sky, () => import("./sky"));

/** The import alone: the bundler would wrap a `then` written onto it together with it, and its style sheet could fail unheard. */
const getRare = (): Promise<Rare> => import("./rare");

/** Fetches it, once; a failure is forgotten, so that the next one who needs it tries again. */
export function loadRare(): Promise<Rare | null> {
  failed.value = false;
  coming ??= getRare().then(
    (found) => {
      rare.value = found;
      return found;
    },
    () => {
      coming = null;
      failed.value = true;
      return null;
    },
  );
  return coming;
}

/** A part of it as a component: says that it comes, or that it could not and how to try again. */
export function later<K extends Part>(name: K): Rare[K] {
  const Later = (props: object) => {
    const found = rare.value?.[name] as ComponentType | undefined;
    if (found) return h(found, props);
    if (failed.value)
      return (
        <p class="failed" role="alert">
          {t("app.failed", { text: t("net.unreached") })}{" "}
          <button type="button" onClick={loadRare}>
            {t("app.retry")}
          </button>
        </p>
      );
    loadRare();
    return null;
  };
  return Later as unknown as Rare[K];
}

import { en, type Key as First } from "./en";
import type { enArmour } from "./en-armour";
import type { enRare } from "./en-rare";
import type { enSky } from "./en-sky";

type Key = First | keyof typeof enRare | keyof typeof enArmour | keyof typeof enSky;

type Catalogue = Readonly<Record<string, string>>;

let catalogue: Catalogue = {};
/** English, as far as it has come. */
const known: Record<string, string> = { ...en };
let plurals = new Intl.PluralRules("en");

/** Switches the language: a catalogue with the keys of `en`. */
export function speak(language: string, words: Catalogue): void {
  catalogue = words;
  plurals = new Intl.PluralRules(language);
}

/** Strings of a part of the client that comes later. */
export function learn(words: Catalogue): void {
  Object.assign(known, words);
}

/** The string of a key with its {names} filled in. */
export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return put(catalogue[key] ?? known[key] ?? key, values);
}

type Counted = { [K in Key]: K extends `${infer Base}.other` ? Base : never }[Key];

/** A text as the beginning of a line. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The string that fits a number: key.one or key.other. */
export function tn(key: Counted, n: number): string {
  const form = `${key}.${plurals.select(n)}`;
  return t(((catalogue[form] ?? known[form]) ? form : `${key}.other`) as Key, { n });
}

function put(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A chance as people write it: never 0 % or 100 % unless it is exactly that. */
export function percent(p: number): string {
  if (p <= 0) return "0 %";
  if (p >= 1) return "100 %";
  const whole = Math.round(p * 100);
  if (whole === 0) return "< 1 %";
  if (whole === 100) return "> 99 %";
  return `${whole} %`;
}

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("../src/tokens.css", import.meta.url), "utf8");
const nations = Object.values(
  import.meta.glob<string>("../../src/lnlt/data/packs/*/nations/*.toml", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
).join("\n");

/** Tokens of a theme: what the dark one does not say is as in the light one. */
function theme(dark: boolean): Map<string, string> {
  const blocks = [...css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/^(\S[^{]*)\{([^}]*)\}/gm)];
  const found = new Map<string, string>();
  for (const [, selector, body] of blocks) {
    if (selector!.trim() !== ":root" && !(dark && selector!.trim() === ':root[data-theme="dark"]')) continue;
    for (const [, name, value] of body!.matchAll(/--([\w-]+):\s*([^;]+);/g)) found.set(name!, value!.trim());
  }
  return found;
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const v = Number.parseInt(colour.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const TEXT: readonly (readonly [string, string])[] = [
  ["text", "page"],
  ["text", "panel"],
  ["muted", "page"],
  ["muted", "panel"],
  ["on-accent", "accent"],
  ["good", "panel"],
  ["caution", "panel"],
  ["bad", "panel"],
  ["strip-text", "strip"],
  ["strip-text", "item"],
  ["assault-text", "assault"],
  ["stealth-text", "stealth"],
  ["strip-text", "stealth"],
  ["shaken-text", "shaken-word"],
  ["on-field-light", "shaken"],
  ["strip", "counter-line"],
  ["label-text", "label"],
  ["print", "paper"],
  ["print", "hill-1"],
  ...["move", "fire", "hide", "done", "melee"].map((kind) => ["chip-text", `chip-${kind}`] as const),
];
const GRAPHICS: readonly (readonly [string, string])[] = [
  ["reach", "paper"],
  ["target", "paper"],
  ["legal", "paper"],
  ["sight-good", "paper"],
  ["sight-caution", "paper"],
  ["sight-bad", "paper"],
  ["map-focus", "paper"],
  ["counter-line", "paper"],
];

test.each([false, true])("text has a contrast of at least 4.5, graphics of 3 (dark: %s)", (dark) => {
  const tokens = theme(dark);
  const low = (pairs: typeof TEXT, least: number) =>
    pairs
      .filter(([a, b]) => !(contrast(tokens.get(a) ?? "", tokens.get(b) ?? "") >= least))
      .map(([a, b]) => `${a} on ${b}`);
  expect(low(TEXT, 4.5)).toEqual([]);
  expect(low(GRAPHICS, 3)).toEqual([]);
});

test("the colours of all nations carry the ink of the counters", () => {
  const colours = [...nations.matchAll(/^colour = "(#[0-9a-f]{6})"/gm)].map((m) => m[1]!);
  expect(colours.length).toBeGreaterThan(5);
  const [dark, light] = [theme(false).get("on-field-light")!, theme(false).get("on-field-dark")!];
  expect(colours.filter((c) => Math.max(contrast(c, dark), contrast(c, light)) < 4.5)).toEqual([]);
});

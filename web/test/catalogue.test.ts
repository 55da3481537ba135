import { expect, test } from "vitest";
import { en } from "../src/strings/en";
import { enArmour } from "../src/strings/en-armour";
import { enRare } from "../src/strings/en-rare";

const files = import.meta.glob<string>("../src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const code = Object.entries(files)
  .filter(([name]) => !/\/en(-\w+)?\.ts$/.test(name))
  .map(([, text]) => text)
  .join("\n");

/** Keys put together in the code: themes, standing orders, names of panels and tools. */
const MADE = ["theme.", "orders.", "table."];

test("every string of the catalogue is used", () => {
  const idle = Object.keys({ ...en, ...enRare, ...enArmour }).filter((key) => {
    const base = key.replace(/\.(one|other)$/, "");
    return (
      !code.includes(`"${key}"`) &&
      !code.includes(`"${base}"`) &&
      !MADE.some((start) => key.startsWith(start))
    );
  });
  expect(idle).toEqual([]);
});

import { expect, test } from "vitest";
import { en } from "../src/strings/en";

const files = import.meta.glob<string>("../src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const code = Object.entries(files)
  .filter(([name]) => !name.endsWith("/en.ts"))
  .map(([, text]) => text)
  .join("\n");

/** Keys put together in the code: themes, standing orders, names of panels and tools. */
const MADE = ["theme.", "orders.", "table."];

test("every string of the catalogue is used", () => {
  const idle = Object.keys(en).filter((key) => {
    const base = key.replace(/\.(one|other)$/, "");
    return (
      !code.includes(`"${key}"`) &&
      !code.includes(`"${base}"`) &&
      !MADE.some((start) => key.startsWith(start))
    );
  });
  expect(idle).toEqual([]);
});

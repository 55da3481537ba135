import { expect, test } from "vitest";
import { fill } from "../src/wire";

test("defaults left out on the wire come back, all the way down", () => {
  const entry = fill("Entry", { n: 3, side: 0, text: "fires", cards: [{ kind: "fire", title: "Fire" }] });
  expect(entry.lines).toEqual([]);
  expect(entry.cards[0]).toMatchObject({ any: -1, exact: true, rolls: [] });
  expect(fill("Update", { type: "update", seq: 1, position: {} }).decision).toBeNull();
});

import { afterEach, expect, test } from "vitest";
import { parseRoute } from "../src/router";
import { percent, speak, t, tn } from "../src/strings";
import { en } from "../src/strings/en";

afterEach(() => speak("en", en));

test("names are filled in, numbers choose their form", () => {
  expect(t("table.turn", { turn: 2, turns: 6 })).toBe("Turn 2 of 6");
  expect(tn("list.turns", 1)).toBe("1 turn");
  expect(tn("list.turns", 6)).toBe("6 turns");
});

test("another language takes over key by key", () => {
  speak("de", { "table.undo": "Zurück" });
  expect(t("table.undo")).toBe("Zurück");
  expect(t("table.menu")).toBe("Menu");
});

test("chances are never rounded to certain", () => {
  expect([0, 0.001, 0.5, 0.999, 1].map(percent)).toEqual(["0 %", "< 1 %", "50 %", "> 99 %", "100 %"]);
});

test("addresses", () => {
  expect(parseRoute("#/game/abc/se%2Fcret")).toEqual({ page: "game", id: "abc", key: "se/cret" });
  expect(parseRoute("#/game/abc")).toEqual({ page: "game", id: "abc", key: "" });
  expect(parseRoute("")).toEqual({ page: "list" });
  expect(parseRoute("#/nonsense")).toEqual({ page: "unknown" });
});

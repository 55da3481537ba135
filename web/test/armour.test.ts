import { expect, test } from "vitest";
import { click, digit, scatterOf, setsOf, turnFlow, turnsOf } from "../src/armour/logic";
import { type Flow, IDLE } from "../src/logic/flow";
import { fill, type MenuItem } from "../src/wire";
import { decision, option, piece, position } from "./made";

const turning = (bearing: number, turn = "Pivot", more = {}) => option("pivot", { turn, bearing, ...more });

test("the six vertices and the six sides are numbered clockwise from the top left", () => {
  expect([330, 30, 90, 150, 210, 270].map(digit)).toEqual([1, 2, 3, 4, 5, 6]);
  expect([0, 60, 120, 180, 240, 300].map(digit)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("orders that differ only in their direction are one choice", () => {
  const ways = [turning(30), turning(90), turning(30, "By Assault Move"), option("stop_move")];
  const sets = setsOf(
    ways.map((one) => ({ option: one, do: [one.do] })),
    () => "D4",
  );
  expect(sets.map((set) => [set.title, set.place, set.list.map((turn) => turn.bearing)])).toEqual([
    ["Pivot", "D4", [30, 90]],
    ["By Assault Move", "D4", [30]],
  ]);
});

test("a question that has one order with directions shows them at once, several wait for a unit", () => {
  const where = position([piece("tank", "D4")]);
  const asked = decision([turning(30), turning(90), option("stop_move")], ["D4"]);
  expect(turnsOf(IDLE, asked, where)?.list).toHaveLength(2);
  const two = decision([turning(30, "a", { unit: "tank" }), turning(30, "b", { unit: "gun" })]);
  expect(turnsOf(IDLE, two, where)).toBeNull();
  expect(turnsOf(IDLE, null, where)).toBeNull();
});

test("a vehicle that comes onto the map: first the hex, then the direction, by either way of moving", () => {
  const asked = decision([
    turning(30, "enters", { unit: "tank", at: "A1" }),
    turning(90, "enters", { unit: "tank", at: "A1" }),
    turning(30, "enters by Assault Move", { unit: "tank", at: "A1" }),
    turning(30, "enters", { unit: "tank", at: "A2" }),
  ]);
  const flow: Flow = { kind: "place", unit: "tank" };
  const found = click(flow, asked, position([piece("tank", "")]), "A1");
  if (found?.do !== "flow" || found.flow.kind !== "turn") throw new Error("no directions");
  expect(found.flow.sets.map((set) => set.list.length)).toEqual([2, 1]);
  expect(click(flow, asked, position([piece("tank", "")]), "B7")).toBeNull();
});

test("items of a menu become a choice of directions around their stack", () => {
  const items: MenuItem[] = [30, 90].map((bearing) =>
    fill("MenuItem", {
      key: "t",
      text: "t",
      group: "move",
      do: [{ type: "activate" }, { type: "turn", bearing }],
      options: [turning(bearing, "Turn the turret")],
    }),
  );
  const flow = turnFlow(IDLE, "D4", items);
  const turns = turnsOf(flow, decision([]), position([]));
  expect(turns?.place).toBe("D4");
  expect(turns?.list[1]?.do).toEqual([{ type: "activate" }, { type: "turn", bearing: 90 }]);
});

test("where a round may fall is read off its card", () => {
  const card = fill("Card", {
    kind: "mission",
    title: "",
    rolls: [{ what: "scatter", chances: [{ key: "D4", text: "D4", p: 0.5 }] }],
  });
  expect(scatterOf(card).map((one) => [one.key, one.p])).toEqual([["D4", 0.5]]);
  expect(scatterOf(null)).toEqual([]);
});

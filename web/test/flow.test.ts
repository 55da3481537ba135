import { describe, expect, test } from "vitest";
import {
  back,
  bestReach,
  bundled,
  click,
  ENTRY,
  type Flow,
  highlights,
  IDLE,
  meant,
  onward,
  picking,
  toggled,
} from "../src/logic/flow";
import { fill } from "../src/wire";
import { decision, option, piece, position, target } from "./made";

const where = position([piece("a", "G2"), piece("c", ""), piece("x", "I5", 1)]);
const item = fill("MenuItem", { key: "move", text: "Move", group: "move", next: "reach" });
const reach = fill("Reach", {
  at: "G2",
  units: ["a"],
  hexes: [
    { at: "G3", cost: "1", path: ["G2", "G3"], do: [{ type: "step", at: "G3" }] },
    {
      at: "H3/upper",
      cost: "3",
      path: ["G2", "H3", "H3/upper"],
      do: [{ type: "up" }],
      threats: [{ origin: "I5", text: "fires", p: 0.5 }],
    },
  ],
});
const moving: Flow = { kind: "reach", from: IDLE, item, mode: "", units: [], reach, at: "" };
const firing: Flow = { kind: "targets", from: IDLE, item, units: [], targets: [target("I5", 0.42)], at: "" };
const general = decision([option("activate", { at: "G2" }), option("pass", { passes: true })]);

describe("what is lit", () => {
  test("reachable hexes with cost and warning, threats of the one pointed at", () => {
    const lit = highlights(moving, general, where, "H3");
    expect(lit.get("G3")).toMatchObject({ kind: "reach", label: "1", warn: false });
    expect(lit.get("H3")).toMatchObject({ kind: "reach", label: "3", warn: true });
    expect(lit.get("I5")?.kind).toBe("threat");
    expect(highlights(moving, general, where, "").has("I5")).toBe(false);
  });

  test("targets carry the chance of an effect", () => {
    expect(highlights(firing, general, where, "").get("I5")).toMatchObject({ kind: "target", label: "42 %" });
  });

  test("the tray's area, or the chosen counter's only; what can be done on the map goes first", () => {
    const crowd = position([piece("a", "G2"), piece("c", ""), piece("d", "")]);
    const setUp = decision([
      option("place", { unit: "c", at: "A1" }),
      option("place", { unit: "d", at: "B2" }),
    ]);
    expect([...highlights(IDLE, setUp, crowd, "").keys()]).toEqual(["A1", "B2"]);
    expect([...highlights({ kind: "place", unit: "d" }, setUp, crowd, "").keys()]).toEqual(["B2"]);
    const later = decision([...setUp.options, option("activate", { at: "G2" })]);
    expect([...highlights(IDLE, later, crowd, "").keys()]).toEqual(["G2"]);
    expect(highlights(IDLE, null, where, "").size).toBe(0);
  });
});

describe("a click on a hex", () => {
  test("first chooses where to go, then goes", () => {
    const first = click(moving, general, where, "G3");
    expect(first).toMatchObject({ do: "flow", flow: { at: "G3" } });
    const second = click({ ...moving, at: "G3" }, general, where, "G3");
    expect(second).toEqual({ do: "give", commands: [{ type: "step", at: "G3" }] });
  });

  test("waits for an answer that is on its way", () => {
    expect(click({ ...moving, reach: null }, general, where, "G3")).toEqual({ do: "wait" });
    expect(click({ ...firing, targets: null }, general, where, "I5")).toEqual({ do: "wait" });
  });

  test("finds the floor of a building", () => {
    expect(bestReach(reach, "H3")?.at).toBe("H3/upper");
    expect(bestReach(reach, "A1")).toBeNull();
  });

  test("first aims, then fires", () => {
    expect(click(firing, general, where, "I5")).toMatchObject({ do: "flow", flow: { at: "I5" } });
    expect(click({ ...firing, at: "I5" }, general, where, "I5")).toMatchObject({ do: "give" });
  });

  test("on an own stack asks what it may do, elsewhere looks", () => {
    expect(click(IDLE, general, where, "G2")).toEqual({ do: "menu", place: "G2" });
    expect(click(IDLE, general, where, "A8")).toEqual({ do: "inspect", place: "A8" });
    expect(click(IDLE, null, where, "G2")).toEqual({ do: "inspect", place: "G2" });
  });

  test("places the chosen counter, and nothing before one is chosen", () => {
    const setUp = decision([option("place", { unit: "c", at: "A1" })]);
    expect(click({ kind: "place", unit: "c" }, setUp, where, "A1")).toMatchObject({ do: "give" });
    expect(click(IDLE, setUp, where, "A1")).toEqual({ do: "inspect", place: "A1" });
  });

  test("takes the one answer a place has, but shows sums before fire", () => {
    const steps = decision([option("step_to", { at: "G3" }), option("step_to", { at: "G4" })]);
    expect(click(IDLE, steps, where, "G4")).toMatchObject({ do: "give" });
    const shots = decision([option("fire", { at: "I5", group: "fire" }), option("pass", { passes: true })]);
    expect(click(IDLE, shots, where, "I5")).toMatchObject({ do: "aim" });
  });
});

test("Esc goes one step back at a time", () => {
  const stack: Flow = { kind: "stack", place: "G2", menu: null, asking: false };
  const deep: Flow = { ...moving, from: stack, at: "G3" };
  expect(back(deep)).toMatchObject({ kind: "reach", at: "" });
  expect(back(back(deep))).toBe(stack);
  expect(back(stack)).toBe(IDLE);
  expect(back({ kind: "place", unit: "c" })).toBe(IDLE);
});

test("units join and leave a group; everybody and nobody are the same", () => {
  const all = ["a", "b", "c"];
  expect(toggled([], all, "b")).toEqual(["a", "c"]);
  expect(toggled(["a", "c"], all, "b")).toEqual([]);
  expect(toggled(["a"], all, "a")).toEqual([]);
  expect(toggled(["c"], all, "a")).toEqual(["a", "c"]);
});

test("orders that differ only in their hex are one bundle, picked on the map", () => {
  const smoke = (unit: string, at: string) =>
    fill("MenuItem", {
      key: `smoke.${unit}`,
      text: `smoke ${at}`,
      group: "smoke",
      units: [unit],
      do: [{ type: "lay", at }],
      options: [{ do: {}, text: "", group: "smoke", kind: "lay", unit, at }],
    });
  const items = [item, smoke("a", "G2"), smoke("a", "G3"), smoke("b", "G2")];
  expect(bundled(items).map((one) => one.length)).toEqual([1, 2, 1]);
  const pick: Flow = {
    kind: "pick",
    from: IDLE,
    title: "Smoke",
    items: [smoke("a", "G2"), smoke("a", "G3")],
  };
  expect([...highlights(pick, general, where, "").keys()]).toEqual(["G2", "G3"]);
  expect(click(pick, general, where, "G3")).toEqual({ do: "give", commands: [{ type: "lay", at: "G3" }] });
  expect(back(pick)).toBe(IDLE);
});

test("who is picked to enter stays picked while other hexes are looked at", () => {
  const entering: Flow = { ...moving, item: { ...item, key: ENTRY }, units: ["c"] };
  expect(picking(entering)).toEqual(["c"]);
  expect(picking(moving)).toBeNull();
  expect(click(entering, general, where, "G2")).toEqual({ do: "inspect", place: "G2" });
  expect(click(entering, general, where, "G3")).toMatchObject({ do: "flow", flow: { at: "G3" } });
  expect(click(moving, general, where, "G2")).toEqual({ do: "menu", place: "G2" });
});

describe("a move that is left open", () => {
  test("the order without its stop; a move that ends by itself has none", () => {
    const go = [
      { do: "begin_move", at: "G2" },
      { do: "step", at: "G3" },
    ];
    const hex = (last: string) => fill("ReachHex", { at: "G3", do: [...go, { do: last }] });
    expect(onward(hex("stop_move"))).toEqual(go);
    expect(onward(hex("overrun"))).toBeNull();
    expect(onward(fill("ReachHex", { at: "G3", do: [] }))).toBeNull();
  });
});

test("a button to fire means its own shot, not another way to fire nor another target at the same place", () => {
  const shot = (more: object) => ({
    ...target("I5", 0.4),
    do: [{ do: "fire", at: "I5", ...more }, { do: "open_fire" }],
  });
  const shots = [
    shot({ mode: "", target: "" }),
    shot({ mode: "", target: "t" }),
    shot({ mode: "assault_fire", target: "" }),
  ];
  for (const one of shots)
    expect(meant(shots, option("fire", { origin: "G2", at: "I5", do: one.do[0]! }))).toBe(one);
  expect(
    meant(shots, option("fire", { origin: "G2", at: "I5", do: { do: "fire", at: "I6" } })),
  ).toBeUndefined();
});

import { expect, test } from "vitest";
import { type Flow, highlights, IDLE } from "../src/logic/flow";
import { groups } from "../src/map/stacks";
import { lit } from "../src/sky/logic";
import { fill } from "../src/wire";
import { decision, option, piece, position } from "./made";

const threat = { origin: "I5", text: "may fire", p: 0, rule: "5.3" };
const reach = fill("Reach", {
  at: "G2/air",
  units: ["heli"],
  mode: "fly",
  hexes: [
    { at: "G3", cost: "1 MP", path: ["G2", "G3"], do: [] },
    { at: "H3", cost: "2 MP", path: ["G2", "G3", "H3"], do: [], threats: [threat, threat] },
    { at: "I3", cost: "3 MP", path: ["G2", "G3", "H3", "I3"], do: [] },
  ],
});
const item = fill("MenuItem", { key: "fly", text: "Fly", group: "move", next: "reach" });
const where = position([piece("heli", "G2/air"), piece("x", "I5", 1)]);
const asked = decision([option("fly_to", { at: "G3" })], ["G2/air"]);
const flying = (mode: string): Flow => ({
  kind: "reach",
  from: IDLE,
  item,
  mode,
  units: [],
  reach: { ...reach, mode },
  at: "",
});

test("where a helicopter can fly is one area; only hexes in which somebody may fire are marked, with how many", () => {
  const flow = flying("fly");
  const found = lit(flow, highlights(flow, asked, where, ""));
  expect(found.get("G3")).toMatchObject({ kind: "legal", label: "", warn: false });
  expect(found.get("H3")).toMatchObject({ kind: "legal", label: "2", warn: true });
  expect(found.get("I3")).toMatchObject({ kind: "legal", label: "", warn: false });
  expect(found.get("G2")).toMatchObject({ kind: "focus" });
});

test("moves on the ground stay as they are", () => {
  const flow = flying("normal");
  const before = highlights(flow, asked, where, "");
  expect(lit(flow, before)).toBe(before);
  expect(before.get("H3")).toMatchObject({ kind: "reach", label: "2" });
});

test("a helicopter stands up and to the right of those below it, farther than a floor", () => {
  const place = (layer: string) => groups([piece("a", "G2"), piece("b", `G2/${layer}`)]);
  const [ground, air] = place("air");
  const [, upper] = place("upper");
  expect([ground!.layer, air!.layer]).toEqual(["", "air"]);
  expect(air!.x).toBeGreaterThan(upper!.x);
  expect(air!.y).toBeLessThan(upper!.y);
  expect(ground!.x).toBeLessThan(-24);
});

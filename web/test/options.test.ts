import { describe, expect, test } from "vitest";
import {
  entrants,
  grouped,
  hexOf,
  onMap,
  optionsAt,
  optionsFrom,
  placesOf,
  primary,
  readyPieces,
  tray,
} from "../src/logic/options";
import { decision, option, piece, position } from "./made";

describe("options of a question", () => {
  const where = position([piece("a", "G2"), piece("b", "G2/upper"), piece("c", ""), piece("x", "I5", 1)]);
  const asked = decision([
    option("activate", { at: "G2" }),
    option("place", { unit: "c", at: "H3" }),
    option("place", { unit: "c", at: "H4" }),
    option("fire", { origin: "G2", at: "I5", group: "fire" }),
    option("pass", { passes: true, primary: true }),
  ]);

  test("floors belong to their hex", () => {
    expect(hexOf("G2/upper")).toBe("G2");
    expect(placesOf(where, "G2", 0)).toEqual(["G2", "G2/upper"]);
    expect(placesOf(where, "I5", 0)).toEqual([]);
  });

  test("groups keep the server's order and lose nothing", () => {
    const groups = grouped({ ...asked, groups: [["fire", "Fire"]] });
    expect(groups[0]!.title).toBe("Fire");
    expect(groups.flatMap((group) => group.options)).toHaveLength(asked.options.length);
  });

  test("units off the map that can be placed lie in the tray", () => {
    expect([...tray(asked, where).keys()]).toEqual(["c"]);
    expect(
      tray(asked, where)
        .get("c")!
        .map((one) => one.at),
    ).toEqual(["H3", "H4"]);
    expect(tray(null, where).size).toBe(0);
  });

  test("units off the map that can be picked to enter together", () => {
    const asked = decision([
      option("add_mover", { unit: "c" }),
      option("add_mover", { unit: "c" }),
      option("add_mover", { unit: "a" }),
      option("drive_in", { unit: "d", at: "H3" }),
    ]);
    expect([...entrants(asked, where)]).toEqual(["c"]);
  });

  test("a hex finds what points at it and what begins there", () => {
    expect(optionsAt(asked, "I5").map((one) => one.kind)).toEqual(["fire"]);
    expect(optionsFrom(asked, where, "G2").map((one) => one.kind)).toEqual(["fire"]);
    expect([...readyPieces(asked, where)].sort()).toEqual(["a", "c"]);
    expect(onMap(asked.options[4]!, where)).toBe(false);
    expect(onMap(asked.options[0]!, where)).toBe(true);
  });

  test("doing nothing is never the primary button while there is something to do", () => {
    expect(primary(asked)).toBeNull();
    expect(primary(decision([option("pass", { passes: true, primary: true })]))?.kind).toBe("pass");
    expect(primary(decision([option("open_fire", { primary: true }), option("add_firer")]))?.kind).toBe(
      "open_fire",
    );
    expect(primary(decision([option("only")]))?.kind).toBe("only");
    expect(primary(null)).toBeNull();
  });
});

import { type Decision, fill, type Option, type Piece, type Position, type Target } from "../src/wire";

export function piece(id: string, at: string, side = 0): Piece {
  return fill("Piece", { id, type: "squad", name: id, kind: "squad", side, at });
}

export function position(pieces: Piece[]): Position {
  return fill("Position", {
    turn: 1,
    turns: 4,
    phase: "operations",
    phase_name: "",
    initiative: 0,
    active: 0,
    pieces,
  });
}

export function option(kind: string, more: Partial<Option> = {}): Option {
  return fill("Option", { do: { type: kind, ...more }, text: kind, group: "choose", kind, ...more });
}

export function decision(options: Option[], focus: string[] = []): Decision {
  return fill("Decision", {
    side: 0,
    question: "impulse_action",
    text: "what?",
    rule: "4.0",
    options,
    focus,
  });
}

export function target(at: string, any: number): Target {
  return fill("Target", { at, text: at, do: [{ type: "fire", at }], card: { kind: "fire", title: at, any } });
}

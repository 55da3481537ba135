/** The map by itself, for looking at and for measuring. Not part of the built client. */

import { render } from "preact";
import { useState } from "preact/hooks";
import "../../tokens.css";
import { loadArmour, loadRare } from "../../later";
import { type BoardArt, fill, type Motion, type Position, type SideInfo } from "../../wire";
import { Board } from "../Board";
import type { Highlight, Overlays, Selection } from "../contract";
import { bigBoard, terrainBoard } from "./boards";
import { counterGallery, piece, positionOf, SIDES } from "./counters";

loadRare();
loadArmour();
const query = new URLSearchParams(location.search);
if (query.get("theme") === "dark") document.documentElement.dataset.theme = "dark";
const data = import.meta.glob<{ board: BoardArt; sides: SideInfo[]; position: Position }>("./data/*.json", {
  import: "default",
});

async function load(): Promise<{ board: BoardArt; sides: SideInfo[]; position: Position }> {
  const what = query.get("board") ?? "counters";
  if (what === "terrain") return { board: terrainBoard(), sides: SIDES, position: positionOf([]) };
  if (what === "big") {
    const board = bigBoard();
    const places = board.hexes.filter((_, i) => i % 6 === 0).slice(0, 100);
    return {
      board,
      sides: SIDES,
      position: positionOf(
        places.map((h, i) => piece(`u${i}`, i % 7 ? "squad" : "half_squad", i % 2, h.name)),
      ),
    };
  }
  const found = data[`./data/${what}.json`];
  if (!found) {
    const made = counterGallery();
    return { ...made, sides: SIDES };
  }
  const raw = await found();
  return {
    board: fill("BoardArt", raw.board),
    sides: raw.sides.map((x) => fill("SideInfo", x)),
    position: fill("Position", raw.position),
  };
}

function Page({ board, sides, position }: { board: BoardArt; sides: SideInfo[]; position: Position }) {
  const [cursor, setCursor] = useState(query.get("cursor") ?? "");
  const night = query.has("night") ? [board.hexes.map((h) => h.name)] : position.night;
  const [where, setWhere] = useState<Position>({ ...position, night });
  const [selected, setSelected] = useState<Selection | null>(
    query.get("select") ? { place: query.get("select")!, units: [] } : null,
  );
  const [batch, setBatch] = useState<{ id: number; list: Motion[] }>({ id: 0, list: [] });
  const highlights = new Map<string, Highlight>(JSON.parse(query.get("hl") ?? "[]"));
  const overlays: Overlays = JSON.parse(query.get("over") ?? "{}");
  Object.assign(window, { demo: { setBatch, setWhere, setSelected, setCursor, position, board } });
  return (
    <Board
      board={board}
      sides={sides}
      position={where}
      selected={selected}
      highlights={highlights}
      overlays={overlays}
      ready={new Set(query.has("ready") ? position.pieces.filter((x) => x.side === 0).map((x) => x.id) : [])}
      cursor={cursor}
      motions={batch}
      animate={!query.has("still")}
      centre={null}
      onCursor={setCursor}
      onHex={(place) => setSelected({ place, units: [] })}
      onPiece={(id) => setSelected({ place: where.pieces.find((x) => x.id === id)?.at ?? "", units: [id] })}
      onTurn={() => {}}
      onHover={() => {}}
      onMotionsDone={(id) => Object.assign(window, { motionsDone: id })}
    />
  );
}

load().then((found) => render(<Page {...found} />, document.getElementById("app")!));

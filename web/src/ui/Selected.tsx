import { armour, sky } from "../later";
import { hexOf, piecesIn } from "../logic/options";
import type { Table } from "../state/table";
import { t } from "../strings";
import type { Chip, HexArt, Item, Piece } from "../wire";
import { Rule, SideMark, Tag, Word } from "./bits";

function chips(list: readonly Chip[]) {
  return list.map((chip) => (
    <span key={chip.key} class="chip">
      {chip.name} <Rule rule={chip.rule} />
    </span>
  ));
}

/** The hex and the stack the player looks at. */
export function Selected({ table }: { table: Table }) {
  const place = table.selected.value?.place ?? "";
  const position = table.position.value;
  const Gloom = sky.value?.Gloom;
  const hex = table.welcome.value?.board.hexes.find((one) => one.name === hexOf(place));
  return (
    <section class="panel selected" aria-labelledby="selected-title">
      <h2 id="selected-title">{hex ? hex.name : t("table.selected")}</h2>
      {!hex || !position ? (
        <p class="muted">{t("selected.none")}</p>
      ) : (
        <>
          <Terrain hex={hex} />
          {hex.name in position.control && (
            <p class="muted">
              {t("selected.control", { side: table.sideName(position.control[hex.name]!) })}{" "}
              <Rule rule="22.1" />
            </p>
          )}
          {position.marks
            .filter((mark) => hexOf(mark.at) === hex.name)
            .map((mark, index) => (
              <p key={index} class="mark">
                {mark.label || mark.name}
                {mark.about && `: ${mark.about} `}
                <Rule rule={mark.rule} />
              </p>
            ))}
          {Gloom && <Gloom table={table} hex={hex.name} />}
          <Stack
            table={table}
            pieces={piecesIn(position, hex.name).filter((piece) => !piece.aboard)}
            items={position.items}
          />
          <Ground items={position.items.filter((item) => !item.carrier && hexOf(item.at) === hex.name)} />
        </>
      )}
    </section>
  );
}

function Terrain({ hex }: { hex: HexArt }) {
  return (
    <p class="terrain">
      {hex.label || hex.terrain} · <b>{t("selected.tm", { tm: hex.tm > 0 ? `+${hex.tm}` : hex.tm })}</b>{" "}
      <Rule rule="10.4" />
      {hex.level !== 0 && !/level/.test(hex.label) && ` · ${t("selected.level", { n: hex.level })}`}
    </p>
  );
}

function Stack({ table, pieces, items }: { table: Table; pieces: readonly Piece[]; items: readonly Item[] }) {
  const Gear = armour.value?.GearView;
  const Height = sky.value?.Height;
  if (pieces.length === 0) return <p class="muted">{t("selected.empty")}</p>;
  return (
    <ul class="stack">
      {pieces.map((piece) => (
        <li key={piece.id} class={piece.shaken ? "shaken" : ""}>
          <p class="head">
            <SideMark
              colour={table.welcome.value?.sides[piece.side]?.colour ?? ""}
              edge={table.welcome.value?.sides[piece.side]?.edge}
              index={piece.side}
            />
            <b>{piece.name}</b> <Tag id={piece.id} name={piece.name} />
            {piece.at.includes("/") && <span class="chip">{piece.at.split("/")[1]}</span>}
          </p>
          <dl class="values">
            {row("firepower", t("selected.fp"), piece.fp)}
            {row("1.1.1", t("selected.range"), piece.range)}
            {row("leadership modifier", t("selected.lm"), piece.lm)}
            {row("mf", t("selected.mf"), piece.mf)}
            {row("morale", t("selected.morale"), piece.morale)}
          </dl>
          {(piece.chips.length > 0 || piece.skills.length > 0) && (
            <p class="chips">
              {chips(piece.chips)}
              {piece.skills.map((skill) => (
                <span key={skill} class="chip skill">
                  {skill}
                </span>
              ))}
            </p>
          )}
          {Height && <Height table={table} piece={piece} />}
          {piece.gear && Gear && <Gear table={table} piece={piece} gear={piece.gear} />}
          {piece.carries.length > 0 && (
            <p class="muted">
              {t("selected.carries")}:{" "}
              {piece.carries
                .map((id) => items.find((item) => item.id === id))
                .map((item) => item && `${item.name}${item.values ? ` (${item.values})` : ""}`)
                .filter(Boolean)
                .join(", ")}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function row(term: string, name: string, value: string) {
  return value ? (
    <div>
      <dt>
        <Word term={term} text={name} />
      </dt>
      <dd class="num">{value}</dd>
    </div>
  ) : null;
}

function Ground({ items }: { items: readonly Item[] }) {
  if (items.length === 0) return null;
  return (
    <p class="muted">
      {t("selected.items")}: {items.map((item) => item.name).join(", ")}
    </p>
  );
}

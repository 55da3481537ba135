import { href } from "../router";
import type { Table } from "../state/table";
import { t } from "../strings";
import { Icon, type IconName, SideMark } from "./bits";
import { openDialog } from "./state";

function Tool(props: {
  icon: IconName;
  text: string;
  keyName?: string;
  on?: boolean;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      class="tool"
      aria-label={props.text}
      title={props.keyName ? `${props.text} (${props.keyName})` : props.text}
      aria-pressed={props.on}
      aria-keyshortcuts={props.keyName}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
      <span aria-hidden="true">{props.text}</span>
    </button>
  );
}

/** Turns on the track: all of them, or in a long game a dozen around the present one. */
function turnsShown(now: number, turns: number): number[] {
  const first = Math.max(1, Math.min(now - 4, turns - 11));
  return Array.from({ length: Math.min(turns, 12) }, (_, index) => first + index);
}

/** Scenario, turns, initiative, how victory stands, and the tools. */
export function TopBar({ table }: { table: Table }) {
  const welcome = table.welcome.value;
  const position = table.position.value;
  const tool = table.tool.value?.kind;
  const standing = position?.standing.replace(/ \([\d.]+\)$/, "") || t("table.victory");
  return (
    <header class="bar">
      <a class="home" href={href()} aria-label={t("app.back")} title={t("app.back")}>
        <Icon name="back" />
      </a>
      <div class="title">
        <h1>{welcome?.scenario.name ?? t("app.name")}</h1>
        {position && (
          <p>
            {t("table.turn", { turn: position.turn, turns: position.turns })} · {position.phase_name}
          </p>
        )}
      </div>
      {position && (
        <ol class="turns" aria-hidden="true">
          {turnsShown(position.turn, position.turns).map((turn) => (
            <li key={turn} class={turn === position.turn ? "now" : turn < position.turn ? "gone" : ""}>
              {turn}
            </li>
          ))}
        </ol>
      )}
      {position && position.initiative >= 0 && (
        <p class="initiative">
          <SideMark
            colour={welcome?.sides[position.initiative]?.colour ?? ""}
            edge={welcome?.sides[position.initiative]?.edge}
            index={position.initiative}
          />
          <span>{t("table.initiative", { side: table.sideName(position.initiative) })}</span>
        </p>
      )}
      <button
        type="button"
        class="victory"
        aria-label={standing}
        title={t("table.victory")}
        onClick={() => openDialog("victory")}
      >
        <Icon name="flag" /> <span>{standing}</span>
      </button>
      <div class="tools" role="toolbar" aria-label={t("table.tools")}>
        <Tool
          icon="undo"
          text={t("table.undo")}
          keyName="U"
          disabled={!table.update.value?.may_undo || table.past.value !== null}
          onClick={() => table.undo()}
        />
        <Tool
          icon="los"
          text={t("table.los")}
          keyName="L"
          on={tool === "los"}
          onClick={() => table.startSight()}
        />
        <Tool
          icon="field"
          text={t("table.field")}
          keyName="V"
          on={tool === "field"}
          onClick={() => table.field()}
        />
        <Tool
          icon="danger"
          text={t("table.danger")}
          keyName="D"
          on={tool === "danger"}
          onClick={() => table.danger()}
        />
        <Tool
          icon="hint"
          text={t("table.hint")}
          keyName="H"
          disabled={!table.mine.value}
          onClick={() => table.askHint()}
        />
        <Tool icon="menu" text={t("table.menu")} onClick={() => openDialog("menu")} />
      </div>
    </header>
  );
}

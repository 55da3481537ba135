import type { Table } from "../state/table";
import { percent, t } from "../strings";
import { Rule } from "./bits";

/** What a tool says: line of sight, field of view, danger. */
export function ToolPanel({ table }: { table: Table }) {
  const tool = table.tool.value;
  if (!tool) return null;
  const place = table.hover.value || table.cursor.value;
  const danger = tool.kind === "danger" ? tool.hexes?.find((hex) => hex.at === place) : undefined;
  return (
    <section class="panel toolbox" aria-label={t(`table.${tool.kind}`)}>
      {tool.kind === "los" && !tool.line && (
        <p>{tool.from ? t("los.to", { place: tool.from }) : t("los.pick")}</p>
      )}
      {tool.kind === "los" && tool.line && (
        <>
          <p class={`verdict ${tool.line.verdict}`}>
            <b>{tool.line.text}</b>
          </p>
          <ul class="sight">
            {tool.line.hexes
              // A hexside lights both its hexes, but is told once.
              .filter((hex, index, all) => hex.effect !== "clear" && hex.text !== all[index - 1]?.text)
              .map((hex, index) => (
                <li key={index} class={hex.effect}>
                  {hex.text} <Rule rule={hex.rule} />
                </li>
              ))}
          </ul>
        </>
      )}
      {tool.kind === "field" && <p>{t("field.of", { place: tool.at })}</p>}
      {tool.kind === "danger" && (
        <>
          <p>{tool.hexes ? t("danger.of") : t("app.loading")}</p>
          {danger && (
            <p>
              <b>{t("danger.hex", { place: danger.at, p: percent(danger.p), n: danger.by.length })}</b>{" "}
              {danger.by.join(", ")}
            </p>
          )}
        </>
      )}
      <button
        type="button"
        class="plain"
        onClick={() => {
          table.tool.value = null;
        }}
      >
        {t("tool.off")}
      </button>
    </section>
  );
}

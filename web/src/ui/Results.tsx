import type { Table } from "../state/table";
import { t } from "../strings";
import { Icon } from "./bits";
import { CardView } from "./CardView";

/** What the dice did: the same card with its faces and its result; folded only the last result, in one line. */
export function Results({ table, folded }: { table: Table; folded?: boolean }) {
  const cards = table.results.value;
  if (cards.length === 0) return null;
  if (folded) {
    return (
      <details class="panel results">
        <summary>
          <b>{t("card.results")}:</b> {cards.at(-1)!.rolls.at(-1)!.result}
        </summary>
        {cards.map((card, index) => (
          <CardView key={index} card={card} />
        ))}
      </details>
    );
  }
  return (
    <section class="panel results" aria-label={t("card.results")}>
      <header>
        <h2>{t("card.results")}</h2>
        <button
          type="button"
          class="plain"
          aria-label={t("app.close")}
          onClick={() => {
            table.results.value = [];
          }}
        >
          <Icon name="close" />
        </button>
      </header>
      {cards.map((card, index) => (
        <CardView key={index} card={card} />
      ))}
    </section>
  );
}

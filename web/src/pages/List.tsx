import { later } from "../later";
import * as api from "../net/api";
import { games, remember } from "../prefs";
import { go, href } from "../router";
import { t, tn } from "../strings";
import { SideMark } from "../ui/bits";
import type { ReplayListed, ScenarioCard } from "../wire";
import { Failed, Page } from "./Page";
import { useLoad } from "./useLoad";

const NewGame = later("NewGame");
const Loading = later("Loading");

/** What there is to play: a card per scenario, games in progress, battles to watch. */
export function List({ chosen }: { chosen: string }) {
  const scenarios = useLoad(api.scenarios);
  const replays = useLoad(api.replays);
  const open = scenarios.value?.find((one) => one.id === chosen);
  return (
    <Page title={t("list.title")}>
      <p class="lead">{t("list.lead")}</p>
      <Failed error={scenarios.error} again={scenarios.again} />
      {!scenarios.value && !scenarios.error && <p class="muted">{t("app.loading")}</p>}
      <YourGames />
      <ul class="cards">
        {scenarios.value
          ?.toSorted((a, b) => Number(b.new_players) - Number(a.new_players))
          .map((scenario) => (
            <li key={scenario.id}>
              <Scenario scenario={scenario} />
            </li>
          ))}
      </ul>
      {replays.value && replays.value.length > 0 && (
        <section aria-labelledby="replays">
          <h2 id="replays">{t("list.replays")}</h2>
          <ul class="cards">
            {replays.value.map((one) => (
              <li key={one.id}>
                <ReplayCard replay={one} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Loading />
      {open && <NewGame scenario={open} onClose={() => go()} />}
    </Page>
  );
}

function Scenario({ scenario }: { scenario: ScenarioCard }) {
  return (
    <article class="scenario">
      <header>
        <h2>{scenario.name}</h2>
        {scenario.new_players && <p class="chip">{t("list.begin")}</p>}
        <p class="muted">{[scenario.date, scenario.place].filter(Boolean).join(" · ")}</p>
      </header>
      {scenario.about && <p>{scenario.about}</p>}
      <ul class="forces">
        {scenario.sides.map((side, index) => (
          <li key={side.id}>
            <p>
              <SideMark colour={side.colour} index={index} /> <b>{side.name}</b>{" "}
              {index === scenario.first && <small class="chip">{t("list.first")}</small>}
            </p>
            <p class="muted">
              {side.forces.map(({ count, name }) => (count > 1 ? `${count} × ${name}` : name)).join(", ")}
            </p>
          </li>
        ))}
      </ul>
      <p class="facts">
        <span>{tn("list.turns", scenario.turns)}</span>
        <span>{t("list.size", { hexes: scenario.hexes, counters: scenario.counters })}</span>
        {scenario.balance && (
          <span>
            {t("list.balance")}: {scenario.balance}
          </span>
        )}
      </p>
      <a
        class="button primary"
        href={href("new", scenario.id)}
        aria-label={t("list.playName", { name: scenario.name })}
      >
        {t("list.play")}
      </a>
    </article>
  );
}

function ReplayCard({ replay }: { replay: ReplayListed }) {
  return (
    <article class="scenario">
      <h3>{replay.name}</h3>
      {replay.about && <p>{replay.about}</p>}
      {replay.entries > 0 && <p class="muted">{tn("list.entries", replay.entries)}</p>}
      <a
        class="button"
        href={href("replay", replay.id)}
        aria-label={t("list.watchName", { name: replay.name })}
      >
        {t("list.watch")}
      </a>
    </article>
  );
}

function YourGames() {
  if (games.value.length === 0) return null;
  return (
    <section aria-labelledby="games">
      <h2 id="games">{t("list.games")}</h2>
      <ul class="games">
        {games.value.slice(0, 8).map((game) => (
          <li key={game.id}>
            <span>{game.name}</span>
            <a
              class="button"
              href={href("game", game.id, game.key)}
              aria-label={t("list.goOnName", { name: game.name })}
            >
              {t("list.goOn")}
            </a>
            <button
              type="button"
              class="plain"
              aria-label={t("list.forgetName", { name: game.name })}
              onClick={() => {
                games.value = games.value.filter((one) => one.id !== game.id);
              }}
            >
              {t("list.forget")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SeatKey {
  side: number;
  name: string;
  player: string;
  key: string;
}

/** Remembers the keys of a new game and goes to its table, on the first seat that plays here. */
export function enter(
  id: string,
  name: string,
  scenario: string,
  seats: readonly SeatKey[],
  own?: string,
): void {
  const key = own ?? seats.find((seat) => seat.key)?.key ?? "";
  remember({
    id,
    key,
    name,
    scenario,
    seats: seats.map(({ side, name, player, key }) => ({ side, name, player, key })),
  });
  go("game", id, ...(key ? [key] : []));
}

import { useState } from "preact/hooks";
import * as api from "../net/api";
import { cover } from "../prefs";
import { t } from "../strings";
import { SideMark } from "../ui/bits";
import { Dialog } from "../ui/Dialog";
import type { ScenarioCard } from "../wire";
import { enter } from "./List";
import { useLoad } from "./useLoad";

/** Who plays each side, then off. The first side is you, the others the computer. */
export function NewGame({ scenario, onClose }: { scenario: ScenarioCard; onClose: () => void }) {
  const levels = useLoad(api.levels);
  const computers = (levels.value ?? []).filter((level) => level.id !== "human");
  const usual = computers.find((level) => level.id === "regular")?.id ?? "";
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [options, setOptions] = useState<string[]>([]);
  const [seed, setSeed] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const player = (side: string, index: number) => chosen[side] ?? (index === 0 ? "human" : usual || "human");
  const players = scenario.sides.map((side, index) => player(side.id, index));

  // Whoever chooses the seed knows all dice: not against somebody at another screen.
  const people = players.filter((who) => who === "human" || who === "friend").length;
  const betweenPeople = people > 1 && players.includes("friend");

  const about = (who: string) =>
    who === "human"
      ? t("new.humanAbout")
      : who === "friend"
        ? t("new.friendAbout")
        : computers.find((one) => one.id === who)?.about;

  const start = async () => {
    setBusy(true);
    setError("");
    try {
      const seats = scenario.sides.map((side, index) => {
        const who = player(side.id, index);
        return { side: side.id, player: who === "friend" ? "human" : who };
      });
      const made = await api.create({
        scenario: scenario.id,
        seats,
        options,
        seed: betweenPeople ? "" : seed,
        hot_seat: !players.includes("friend"),
      });
      const own = made.seats.find((seat) => players[seat.side] === "human")?.key ?? "";
      enter(made.id, scenario.name, scenario.id, made.seats, own);
    } catch (problem) {
      setError((problem as Error).message);
      setBusy(false);
    }
  };

  return (
    <Dialog title={t("new.title", { name: scenario.name })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        {scenario.sides.map((side, index) => (
          <label key={side.id} class="field">
            <span>
              <SideMark colour={side.colour} index={index} /> {t("new.who", { side: side.name })}
            </span>
            <select
              value={player(side.id, index)}
              onChange={(event) => setChosen({ ...chosen, [side.id]: event.currentTarget.value })}
            >
              <option value="human">{t("new.human")}</option>
              <option value="friend">{t("new.friend")}</option>
              {computers.map((level) => (
                <option key={level.id} value={level.id}>
                  {t("new.computer", { name: level.name })}
                </option>
              ))}
            </select>
            <small class="muted">{about(player(side.id, index))}</small>
          </label>
        ))}
        {!players.includes("human") && <p class="muted">{t("new.nobody")}</p>}
        {players.filter((who) => who === "human").length > 1 && (
          <label class="radio">
            <input
              type="checkbox"
              checked={cover.value}
              onChange={(event) => {
                cover.value = event.currentTarget.checked;
              }}
            />
            {t("cover.wish")}
          </label>
        )}
        {scenario.optional.length > 0 && (
          <fieldset>
            <legend>{t("new.options")}</legend>
            {scenario.optional.map(([option, title]) => (
              <label key={option} class="radio">
                <input
                  type="checkbox"
                  checked={options.includes(option)}
                  onChange={(event) =>
                    setOptions(
                      event.currentTarget.checked
                        ? [...options, option]
                        : options.filter((one) => one !== option),
                    )
                  }
                />
                {title}
              </label>
            ))}
          </fieldset>
        )}
        {!betweenPeople && (
          <details>
            <summary>{t("new.more")}</summary>
            <label class="field">
              {t("new.seed")}
              <input value={seed} maxLength={64} onInput={(event) => setSeed(event.currentTarget.value)} />
            </label>
          </details>
        )}
        {error && (
          <p class="failed" role="alert">
            {t("app.failed", { text: error })}
          </p>
        )}
        <p class="row end">
          <button type="button" onClick={onClose}>
            {t("app.cancel")}
          </button>
          <button type="submit" class="primary" disabled={busy || !levels.value}>
            {busy ? t("new.starting") : t("new.start")}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

import { pips } from "../map/pips";
import { percent, t } from "../strings";
import type { Card, Chance, Roll, Sum } from "../wire";
import { Rule } from "./bits";

export function Dice({ faces }: { faces: readonly number[] }) {
  return (
    <span class="dice" role="img" aria-label={t("card.dice", { faces: faces.join(", ") })}>
      {faces.map((face, index) => (
        <svg key={index} viewBox="0 0 4 4" aria-hidden="true">
          <rect x=".2" y=".2" width="3.6" height="3.6" rx=".6" />
          {pips(face).map(([x, y]) => (
            <circle key={`${x}${y}`} cx={2 + x} cy={2 + y} r=".36" />
          ))}
        </svg>
      ))}
    </span>
  );
}

function SumView({ sum }: { sum: Sum }) {
  return (
    <div class="sum">
      <h4>{sum.name}</h4>
      <ul>
        {sum.lines.length === 0 && <li class="muted">{t("card.nothing")}</li>}
        {sum.lines.map((line, index) => (
          <li key={index}>
            <b class="num">{line.value}</b>{" "}
            <span>
              {line.text} <Rule rule={line.rule} />
            </span>
          </li>
        ))}
      </ul>
      <p class="total">
        {sum.dice.length > 0 && <Dice faces={sum.dice} />}
        <b class="num">{sum.total}</b>
        {sum.need && <span class="need">{t("card.need", { need: sum.need })}</span>}
      </p>
    </div>
  );
}

/** How bad a result is for the eye: colour and pattern by the kind of result, never by colour alone. */
export function severity(key: string): string {
  if (/none|no_|miss|stays|holds|nothing|fail/.test(key)) return "s0";
  if (/shak|morale|pin|wound/.test(key)) return "s1";
  if (/casualt|reduc|half|flip/.test(key)) return "s2";
  if (/elim|kill|destroy|abandon|broken/.test(key)) return "s3";
  if (/pass|rall|spot|success|good|hit|melee|heal|smoke|light|repair|^out/.test(key)) return "s4";
  return "s5";
}

function Bar({ chances }: { chances: readonly Chance[] }) {
  const shown = chances
    .filter((chance) => chance.p > 0)
    .sort((a, b) => severity(a.key).localeCompare(severity(b.key)));
  return (
    <div class="chances">
      <div
        class="outcomes"
        role="img"
        aria-label={shown.map((c) => t("card.chance", { text: c.text, p: percent(c.p) })).join(", ")}
      >
        {shown.map((chance) => (
          <span key={chance.key} class={severity(chance.key)} style={{ flexGrow: String(chance.p) }} />
        ))}
      </div>
      <ul aria-hidden="true">
        {shown.map((chance) => (
          <li key={chance.key}>
            <span class={`swatch ${severity(chance.key)}`} /> {chance.text}{" "}
            <b class="num">{percent(chance.p)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

function RollView({ roll }: { roll: Roll }) {
  return (
    <div class="roll">
      {(roll.name || roll.what) && <h3>{roll.name || roll.what}</h3>}
      {roll.p < 1 && <p class="muted">{t("card.comesTo", { p: percent(roll.p) })}</p>}
      <div class="sums">
        {roll.sums.map((sum) => (
          <SumView key={sum.name} sum={sum} />
        ))}
      </div>
      {roll.result ? (
        <p class="result">{roll.result}</p>
      ) : (
        roll.chances.length > 0 && <Bar chances={roll.chances} />
      )}
    </div>
  );
}

/** Sums item by item with their sections, and what may come of them or what came. */
export function CardView({ card }: { card: Card }) {
  return (
    <article class="card" data-kind={card.kind} aria-label={card.title}>
      <header>
        <strong>{card.title}</strong> <Rule rule={card.rule} />
      </header>
      {card.any >= 0 && card.rolls.length > 1 && <p class="any">{t("card.any", { p: percent(card.any) })}</p>}
      {card.rolls.map((roll, index) => (
        <RollView key={index} roll={roll} />
      ))}
      {!card.exact && <p class="muted">{t("card.approx")}</p>}
    </article>
  );
}

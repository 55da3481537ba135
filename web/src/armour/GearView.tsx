import type { Table } from "../state/table";
import { t } from "../strings";
import { Rule } from "../ui/bits";
import type { Gear, Piece } from "../wire";

/** Guns, armor, machine guns and passengers of a vehicle or gun, in the panel of what is selected. */
export function GearView({ table, piece, gear }: { table: Table; piece: Piece; gear: Gear }) {
  const riders = table.position.value?.pieces.filter((one) => one.aboard === piece.id) ?? [];
  return (
    <div class="gear">
      {gear.armor.length === 3 && (
        <p>
          {t("gear.armor", { front: gear.armor[0]!, flank: gear.armor[1]!, rear: gear.armor[2]! })}{" "}
          <Rule rule="14.1.3" />
        </p>
      )}
      {gear.guns.map((gun) => (
        <table key={gun.name}>
          <caption>
            {t(gun.name === "second" ? "gear.second" : "gear.gun", { ammo: gun.ammo.toUpperCase() })}
            {gun.he && ` · ${t("gear.he", { he: gun.he })}`} <Rule rule="14.1" />
          </caption>
          <tbody>
            {[t("gear.range"), t("gear.hit"), t("gear.pen")].map((name, row) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {gun.bands.map((band) => (
                  <td key={band[0]} class="num">
                    {row === 0 ? `≤ ${band[0]}` : band[row]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {gear.mgs.length > 0 && (
        <p>
          {t("gear.mgs", { mgs: gear.mgs.join(", ") })} <Rule rule="15.0" />
        </p>
      )}
      {gear.hatch && (
        <p>
          {t(gear.hatch === "open" ? "gear.open" : "gear.buttoned")} <Rule rule="15.0.1" />
        </p>
      )}
      {gear.capacity && (
        <p>
          {t("gear.capacity", { capacity: gear.capacity })} <Rule rule="16.0" />
        </p>
      )}
      {riders.length > 0 && (
        <ul class="aboard">
          {riders.map((rider) => (
            <li key={rider.id}>
              <b>{rider.name}</b> {t(rider.riding === "outside" ? "gear.outside" : "gear.inside")}
              {rider.chips.map((chip) => ` · ${chip.name}`).join("")}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

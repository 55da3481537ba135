/** What only battles with guns, vehicles and artillery need, in a file of its own. */

import "./armour.css";
import { learn } from "../strings";
import { enArmour } from "../strings/en-armour";

learn(enArmour);

export { Extra, Watch } from "../armour/Extra";
export { GearView } from "../armour/GearView";
export { Ground, Layer } from "../armour/Layer";
export { click, scatterOf, turnFlow, turnsOf } from "../armour/logic";
export { GearFace } from "../map/Gear";

/** What only battles by night, with aircraft or fortifications need, in a file of its own. */

import "./sky.css";
import { learn } from "../strings";
import { enSky } from "../strings/en-sky";

learn(enSky);

export { Boat, Light, Sky } from "../sky/Layer";
export { click, overlay } from "../sky/logic";
export { Air, Gloom, Note } from "../sky/panels";

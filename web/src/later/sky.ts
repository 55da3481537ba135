/** What only battles by night, with aircraft, helicopters or fortifications need, in a file of its own. */

import "./sky.css";
import { learn } from "../strings";
import { enSky } from "../strings/en-sky";

learn(enSky);

export { HelicopterFace } from "../sky/Helicopter";
export { Boat, Light, Sky } from "../sky/Layer";
export { click, lit, overlay } from "../sky/logic";
export { Height, shows } from "../sky/Pilot";
export { Air, Gloom, Note } from "../sky/panels";

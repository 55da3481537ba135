/** What most minutes at the table do without, in a file of its own that comes after the first picture. */

import "./rare.css";
import "../map/symbols.css";
import { learn } from "../strings";
import { enRare } from "../strings/en-rare";

learn(enRare);

export { play } from "../map/motions";
export { Sight } from "../map/Sight";
export { MORE_SHAPES, MORE_WEAPONS } from "../map/silhouettes-more";
export { SYMBOLS } from "../map/symbols";
export { MORE_TERRAIN } from "../map/terrain-more";
export { Help } from "../pages/Help";
export { Loading } from "../pages/Loading";
export { NewGame } from "../pages/NewGame";
export { Cover } from "../ui/Cover";
export { Dialogs, HelpDialog, News } from "../ui/Dialogs";
export { Outcome } from "../ui/Outcome";
export { ToolPanel } from "../ui/ToolPanel";
export { Tray } from "../ui/Tray";

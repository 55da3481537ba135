/** The few words of the map itself; all others come with the board and the position. */

import { t } from "../strings";

export const mapWords = {
  get map() {
    return t("map.map");
  },
  get shaken() {
    return t("map.shaken");
  },
  get zoomIn() {
    return t("map.zoomIn");
  },
  get zoomOut() {
    return t("map.zoomOut");
  },
  get fit() {
    return t("map.fit");
  },
  get layers(): Record<string, string> {
    return {
      upper: t("map.upper"),
      roof: t("map.roof"),
      bunker: t("map.bunker"),
      cave: t("map.cave"),
      tunnel: t("map.tunnel"),
      air: t("map.air"),
      aboard: t("map.aboard"),
    };
  },
};

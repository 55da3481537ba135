/** The few words of the map itself; a translation may replace them. All others come with the board and the position. */
export const mapWords = {
  map: "Map",
  shaken: "SHAKEN",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show the whole map",
  layers: {
    upper: "UP",
    roof: "ROOF",
    bunker: "BUNKER",
    cave: "CAVE",
    tunnel: "TUNNEL",
    air: "AIR",
  } as Record<string, string>,
};

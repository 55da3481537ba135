/** Strings of what only battles by night, with aircraft or fortifications need (`later/sky.ts`). */
export const enSky = {
  "night.lit": "Lit as by day.",
  "night.near": "Dark, but near enough to be seen.",
  "night.dark": "Dark: only who has fired here can be fired at, and only poorly.",
  "air.from": "Comes from {edges}.",
  "air.pick": "Choose on the map where it comes in, then a hex its line leads over.",
  "air.lines": "Lines over targets",
  "air.rest": "All other lines ({n})",
  "air.which": "Line",
  "air.line": "{at} → {toward}",
  "air.over": "over {places}",
  "air.nothing": "over no target",
  "air.done": "Attacked: {places}",
} as const;

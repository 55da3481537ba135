import { defineConfig } from "vite";

/** Where the server answers while the client is being worked on (`npm run dev`). */
const server = process.env.LNLT_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  build: {
    outDir: "../src/lnlt/server/static",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: false,
    chunkSizeWarningLimit: 400,
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: {
    proxy: {
      "/api": { target: server },
      "/ws": { target: server, ws: true },
    },
  },
});

/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";
import type { Shell } from "./src/offline/shell";

// The server's build script sets the output folder; the default is `dist`.
const outDir = process.env["DORD_WEB_OUT"] ?? "dist";
const server = process.env["DORD_URL"] ?? "http://127.0.0.1:3000";

/** The service worker needs a stable name; all other scripts have hashed names. */
const WORKER = "sw.js";

/** Writes the list of files into the service worker. */
function shellForWorker(): Plugin {
  return {
    name: "shell-for-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk") throw new Error(`the build has no ${WORKER}`);
      if (worker.imports.length > 0) throw new Error(`${WORKER} must have no imports`);
      const names = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const files = names.sort().map((name) => `/${name}`);
      // The names change with the contents of the files.
      const version = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 16);
      const shell: Shell = { version, files };
      worker.code = worker.code.replace("__SHELL__", () => JSON.stringify(shell));
    },
  };
}

export default defineConfig({
  plugins: [svelte(), shellForWorker()],
  experimental: {
    // The server writes its base path into the page; scripts and styles refer to each other relatively.
    renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", worker: "src/offline/worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "worker" ? WORKER : "assets/[name]-[hash].js"),
      },
    },
  },
  server: {
    // `src/results/tile-sets.ts` reads the tile sets.
    fs: { allow: [".", "../crates/rules/languages"] },
    proxy: {
      "/socket.io": { target: server, ws: true },
      "/api": server,
      "/docs": server,
    },
  },
  test: { include: ["src/**/*.test.ts"], pool: "threads" },
});

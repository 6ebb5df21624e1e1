/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";
import type { Shell } from "./src/offline/shell";

// The build script of the server says where the client goes; by hand it goes to `dist`.
const outDir = process.env["DORD_WEB_OUT"] ?? "dist";
const server = process.env["DORD_URL"] ?? "http://127.0.0.1:3000";

/** The name that browsers ask for again and again; every other script has one that changes with what it holds. */
const WORKER = "sw.js";

/** Tells the worker that keeps the client's files which ones there are. */
function shellForWorker(): Plugin {
  return {
    name: "shell-for-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk") throw new Error(`the build has no ${WORKER}`);
      if (worker.imports.length > 0) throw new Error(`${WORKER} must stand alone`);
      const names = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const files = names.sort().map((name) => `/${name}`);
      // The names change with what the files hold.
      const version = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 16);
      const shell: Shell = { version, files };
      worker.code = worker.code.replace("__SHELL__", () => JSON.stringify(shell));
    },
  };
}

export default defineConfig({
  plugins: [svelte(), shellForWorker()],
  experimental: {
    // A server can be below any path. It writes that path into the page; scripts and styles name each other from where they are.
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
    // The tile sets are the program's own; `src/results/tile-sets.ts` reads them.
    fs: { allow: [".", "../crates/rules/languages"] },
    proxy: {
      "/socket.io": { target: server, ws: true },
      "/api": server,
      "/docs": server,
    },
  },
  test: { include: ["src/**/*.test.ts"], pool: "threads" },
});

/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The build script of the server says where the client goes; by hand it goes to `dist`.
const outDir = process.env["DORD_WEB_OUT"] ?? "dist";
const server = process.env["DORD_URL"] ?? "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/socket.io": { target: server, ws: true },
      "/api": server,
      "/docs": server,
    },
  },
  test: { include: ["src/**/*.test.ts"] },
});

import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

/** @type {import("@sveltejs/vite-plugin-svelte").SvelteConfig} */
export default {
  preprocess: vitePreprocess({ script: false }),
  // The version would be a file of its own on the first page.
  compilerOptions: { discloseVersion: false },
};

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** While developing: the pages under the addresses the server gives them. */
const pages: Plugin = {
  name: "pages",
  configureServer(server) {
    server.middlewares.use((request, _, next) => {
      const page = request.url?.match(/^\/(table|display)\/\d+/)?.[1];
      if (page) request.url = `/${page}.html`;
      next();
    });
  },
};

// `npm run dev` beside a running `bahama serve`; BAHAMA names its address.
const target = process.env.BAHAMA ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte(), pages],
  build: {
    target: "es2022",
    assetsDir: "web",
    // The server forbids what is not a file of its own, data included.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { index: "index.html", table: "table.html", display: "display.html" } },
  },
  server: { proxy: { "/api": { target, ws: true } } },
});

import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** The pages and the folders of their scripts; all else of them is one template. */
const PAGES = {
  index: "lobby",
  table: "table",
  display: "display",
  post: "posting",
  history: "history",
  drill: "drill",
  staff: "staff",
};

function html(page: keyof typeof PAGES): string {
  return readFileSync(resolve(import.meta.dirname, "page.html"), "utf8").replace("%PAGE%", PAGES[page]);
}

/** The page of a file that is none; nothing for other files. */
function pageOf(file: string): keyof typeof PAGES | undefined {
  const name = basename(file, ".html");
  return file.endsWith(".html") && name in PAGES ? (name as keyof typeof PAGES) : undefined;
}

const pages: Plugin = {
  name: "pages",
  resolveId: (id) => (pageOf(id) ? resolve(import.meta.dirname, basename(id)) : null),
  load: (id) => {
    const page = pageOf(id);
    return page ? html(page) : null;
  },
  // While developing: the pages under the addresses the server gives them.
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const url = request.url ?? "/";
      const named = /^\/(table|display|post|history|rounds|drill)(\/\d+|$|\?)/.exec(url)?.[1];
      const staff = /^\/(dealer\/\d+|floor|cage|office|reports|audit)/.test(url);
      const page = staff ? "staff" : url === "/" ? "index" : named === "rounds" ? "history" : named;
      if (!page) return next();
      void server.transformIndexHtml(url, html(page as keyof typeof PAGES)).then((text) => {
        response.setHeader("content-type", "text/html");
        response.end(text);
      }, next);
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
    rollupOptions: { input: Object.keys(PAGES).map((page) => `${page}.html`) },
  },
  server: { proxy: { "/api": { target, ws: true } } },
});

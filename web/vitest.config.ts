import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/**
 * Tests with a real server and real browsers, of which two cores carry one at a time; what they
 * wait for may take a while there.
 */
const real = {
  environment: "node",
  testTimeout: 60_000,
  hookTimeout: 60_000,
  fileParallelism: false,
  expect: { poll: { timeout: 10_000 } },
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [svelte()],
        // Components are mounted as a browser would, not as a server renders them.
        resolve: { conditions: ["browser"] },
        test: { name: "unit", environment: "happy-dom", include: ["test/unit/**/*.test.ts"] },
      },
      { test: { ...real, name: "e2e", include: ["test/e2e/**/*.test.ts"] } },
      // What is measured needs a machine that does nothing else.
      { test: { ...real, name: "bench", include: ["test/bench/**/*.test.ts"] } },
      { test: { ...real, name: "pictures", include: ["test/pictures/**/*.test.ts"] } },
    ],
  },
});

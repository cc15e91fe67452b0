import { defineConfig } from 'vite';

export default defineConfig({
  // Addresses are relative to the document's base, which the server sets: so it works under any prefix of a proxy.
  base: './',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // For the check of the budgets (scripts/console-budgets.mjs); it is served to nobody.
    manifest: true,
    target: 'es2022',
    // Each file is asked for by its hashed name; `data:` addresses and inline scripts are forbidden by the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // `use client` says something to frameworks that render on a server.
    rolldownOptions: {
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      output: {
        codeSplitting: {
          groups: [
            // Comes with what shows conversations: no page waits for it.
            { name: 'conversation', test: /src\/conversation\//, priority: 1, includeDependenciesRecursively: false },
            // What several pages have is one file: dozens of small ones are a tenth more when each is compressed alone.
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
  oxc: { jsx: { runtime: 'automatic' } },
});

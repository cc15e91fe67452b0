import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';

/**
 * Parts of TanStack Query 5 that the console has no use for, and what stands in their place: together more than two kilobytes on every page.
 * The console only reads (`useMutation` throws at once), all of its queries have the network mode `always`, and none has `suspense` or
 * `throwOnError`. Its timers are those of the browser, a page that is seen has the focus,
 * and nothing is rendered by a server or restored.
 */
const UNUSED = {
  'mutationCache.js':
    'export class MutationCache { findAll() { return []; } clear() {} async resumePausedMutations() {} }',
  'onlineManager.js': 'export const onlineManager = { isOnline: () => true, subscribe: () => () => {} };',
  'timeoutManager.js':
    'export const timeoutManager = globalThis, systemSetTimeoutZero = (callback) => setTimeout(callback, 0);',
  'focusManager.js': `export const focusManager = {
      isFocused: () => document.visibilityState !== 'hidden',
      subscribe(listener) {
        const onChange = () => listener(focusManager.isFocused());
        addEventListener('visibilitychange', onChange);
        return () => removeEventListener('visibilitychange', onChange);
      },
    };`,
  'suspense.js':
    'export const defaultThrowOnError = undefined, ensureSuspenseTimers = () => {}, shouldSuspend = () => false, fetchOptimistic = () => {};',
  'errorBoundaryUtils.js':
    'export const ensurePreventErrorBoundaryRetry = () => {}, useClearResetErrorBoundary = () => {}, getHasError = () => false;',
  'environmentManager.js': 'export const isServer = () => false, environmentManager = { isServer };',
  'IsRestoringProvider.js': 'export const useIsRestoring = () => false, IsRestoringProvider = undefined;',
  'QueryErrorResetBoundary.js':
    'export const QueryErrorResetBoundary = undefined, useQueryErrorResetBoundary = () => {};',
};

/** @type {import('vite').Plugin} */
const withoutUnused = {
  name: 'without-unused',
  transform: {
    filter: { id: /@tanstack\/(?:query-core|react-query)\/build\/modern\/\w+\.js$/ },
    handler(code, id) {
      const replaced = UNUSED[id.slice(id.lastIndexOf('/') + 1)];
      return replaced === undefined ? undefined : { code: replaced, map: null };
    },
  },
};

/**
 * Moves the code that fetches pages one after the other into the chunk of the page that searches, its only user: queries of TanStack Query
 * get the code from their observer. The build fails if another release of the library names the code otherwise.
 * @type {import('vite').Plugin}
 */
const pagesWhenSearched = {
  name: 'pages-when-searched',
  transform: {
    filter: { id: /@tanstack\/query-core\/build\/modern\/(?:query|infiniteQueryObserver)\.js$/ },
    handler(code, id) {
      const named = 'import { infiniteQueryBehavior } from "./infiniteQueryBehavior.js";';
      if (id.endsWith('/infiniteQueryObserver.js'))
        return {
          code: `${named}import { infinite } from "./query.js";infinite.behavior = infiniteQueryBehavior;${code}`,
          map: null,
        };
      const [before, after, ...rest] = code
        .replace(named, 'export const infinite = {};')
        .split('infiniteQueryBehavior(');
      if (!code.includes(named) || after === undefined || rest.length > 0)
        return this.error('queries of TanStack Query are not made as they were: see vite.config.mjs');
      return { code: `${before}infinite.behavior(${after}`, map: null };
    },
  },
};

/**
 * Removes the HTML renderer of `marked`: the console uses only its lexer, whose tokens become elements, never HTML. Bundlers keep the
 * renderer, which follows the lexer in its one file and is a member of a function. The build fails if a release lacks the renderer.
 * @type {import('vite').Plugin}
 */
const noHtmlOfMarkdown = {
  name: 'no-html-of-markdown',
  transform: {
    filter: { id: /marked\/lib\/marked\.esm\.js$/ },
    handler(code) {
      const renderer = /var \w+=class\{options;parser;/.exec(code);
      const lexer = /(\w+) as Lexer,/.exec(code);
      if (renderer === null || lexer === null) return this.error('marked is not made as it was: see vite.config.mjs');
      return { code: `${code.slice(0, renderer.index)}export{${lexer[1]} as Lexer};`, map: null };
    },
  },
};

/**
 * Names of classes stand where they are used, instead of an object of all names of a sheet; and a name that a sheet does not have fails the
 * build (`onLog`).
 * @type {import('vite').Plugin}
 */
const namedClasses = {
  name: 'named-classes',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/.*\.tsx$/ },
    handler: (code) => ({
      code: code.replace(/import styles from ('.*\.module\.css')/, 'import * as styles from $1'),
      map: null,
    }),
  },
};

/** Only these modules, and not what they import. */
const ALONE = { includeDependenciesRecursively: false };
/** Modules that each page loads: the console without its pages, its libraries, and their dependencies. */
const OF_ALL = new RegExp(
  [
    String.raw`node_modules/(?:react|react-dom|scheduler|@tanstack/[a-z-]+)/(?!.*nfiniteQuery(?:Observer|Behavior|\.js))`,
    'src/shell/(?!menu-items|sign-in|unread)|src/url/(?!time-bounds|calendar|fix-times)|src/keys/(?!key-help|list-keys)|preload-helper',
    'src/api/(?:client|held-answers|session|sign-ins|request-error|curl|credential-kind)|src/format/(?:format-usd-column|numbers|times|zone)',
    'src/json/(?:branch|scan|exact-value)|src/detail/observation-text|src/trace/kinds',
    'src/ui/(?:announcements|bidi|classes|copy|copy-menu|cost|local-setting|menu|position-popover|reasons|segments|shown-text|state-line|title|tokens|use-width)',
  ].join('|'),
);
/**
 * The base takes nothing of another file of the console, which would run after it and so not find it: a file that moved out of `OF_ALL`
 * fails the build instead of every page.
 * @type {import('vite').Plugin}
 */
const baseAlone = {
  name: 'base-alone',
  generateBundle(_, bundle) {
    const base = Object.values(bundle).find(({ name }) => name === 'base');
    const taken = base.imports.filter((file) => !file.includes('rolldown-runtime'));
    if (taken.length > 0) this.error(`what all pages load needs ${taken.join(', ')}: see OF_ALL in vite.config.mjs`);
  },
};
const OF_LISTS =
  /src\/list\/|src\/steps\/step-(values|call|group)\.|url\/(time-bounds|calendar|fix-times)|metrics\/strokes|ui\/(bars|plot|axis|legend|stretch|range-(picker|select|label)|popover|pager|age|combobox)/;
const OF_TRACES =
  /src\/trace\/|generated\/observation-fields|detail\/(facts|tool-call-context|message-text|value\.)|ui\/(note|tabs|row-window|use-clock)/;

const SOURCES = join(import.meta.dirname, 'src');
const SHEETS = readdirSync(SOURCES, { recursive: true })
  .filter((path) => path.endsWith('.module.css'))
  .map((path) => join(SOURCES, path))
  .sort();
/** A class is told from those of other sheets by the number of its own: hashes, as usual, would be a kilobyte that cannot be compressed. */
const nameOfClass = (name, path) => `${name}-${SHEETS.indexOf(path.split('?')[0]).toString(36)}`;

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
      // How long a build takes says nothing of what it made.
      checks: { bundlerTimings: false },
      onLog(level, log, handle) {
        if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message);
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
      output: {
        // Nothing of a hash can be compressed, and every page names dozens of files: these are as long as it takes to tell releases apart.
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            // Comes with what shows conversations: no page waits for it.
            { name: 'chat', test: /src\/(conversation\/|detail\/shared-messages)/, ...ALONE, priority: 2 },
            // What only lists have, and what only a trace has.
            { name: 'lists', test: OF_LISTS, minShareCount: 2, ...ALONE, priority: 1 },
            {
              name: 'table',
              test: /ui\/(table|sent-name|column-cost)|format\/(align-usd|deltas)/,
              ...ALONE,
              priority: 1,
            },
            { name: 'rows', test: OF_TRACES, minShareCount: 2, ...ALONE, priority: 1 },
            // One file: dozens of small ones are a tenth more when each is compressed alone and names what it takes from which.
            { name: 'base', test: OF_ALL, ...ALONE },
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
  css: { modules: { generateScopedName: nameOfClass } },
  plugins: [namedClasses, withoutUnused, pagesWhenSearched, noHtmlOfMarkdown, baseAlone],
  oxc: { jsx: { runtime: 'automatic' } },
});

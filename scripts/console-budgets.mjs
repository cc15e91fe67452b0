// Compares the size of the console's first views with their budgets, by the manifest of its build. With --json it prints the files of each
// view, which a browser journey compares with the loaded ones.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../packages/console/dist');

/**
 * Views with their budgets: kilobytes as sent, gzipped, including the page. `chunks` are loaded in addition to the entry; their names are
 * their sources.
 */
const VIEWS = [
  { name: 'the list of traces', budget: 150, chunks: ['src/list/traces-page.tsx'] },
  { name: 'the rows of a trace by its link', budget: 130, chunks: ['src/trace/trace-page.tsx'] },
  {
    name: 'a trace by its link',
    budget: 130,
    chunks: ['src/trace/trace-page.tsx', 'src/detail/conversation-tab.tsx'],
  },
  {
    // Before the chunk is loaded, texts are shown as sent.
    name: 'a trace with Markdown by its link',
    budget: 144,
    chunks: ['src/trace/trace-page.tsx', 'src/detail/conversation-tab.tsx', 'src/markdown/markdown.tsx'],
  },
  {
    // The chunk that reports loops and failures is loaded after the rows.
    name: 'a trace with loops or failures by its link',
    budget: 134,
    chunks: ['src/trace/trace-page.tsx', 'src/detail/conversation-tab.tsx', 'src/trace/waste-chunk.ts'],
  },
];
/** Files of every view, in addition to the chunks. */
const OF_ALL = ['index.html', 'theme.js', 'icon.svg'];

const manifest = JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8'));

const views = VIEWS.map(({ name, budget, chunks }) => {
  const files = [...new Set([...OF_ALL, ...['index.html', ...chunks].flatMap((chunk) => filesOf(chunk))])];
  return { name, budget, files, size: files.reduce((sum, file) => sum + sizeOf(file), 0) / 1000 };
});
if (process.argv.includes('--json')) console.log(JSON.stringify(views));
else {
  for (const { name, budget, files, size } of views) {
    console.log(`${name}: ${size.toFixed(1)} of ${budget} kB gzipped`);
    if (size <= budget) continue;
    process.exitCode = 1;
    const largest = files.sort((a, b) => sizeOf(b) - sizeOf(a));
    console.log(`  too much; of it ${largest.map((file) => `${file} ${(sizeOf(file) / 1000).toFixed(1)}`).join(', ')}`);
  }
}

for (const cycle of cyclesOf(Object.keys(manifest))) {
  process.exitCode = 1;
  console.error(
    `chunks that import each other, of which one runs before what it needs is there: ${cycle.join(' -> ')}`,
  );
}

/** Returns the import cycles of chunks. */
function cyclesOf(names) {
  const done = new Set();
  const cycles = [];
  const visit = (name, above) => {
    if (above.includes(name)) cycles.push([...above.slice(above.indexOf(name)), name]);
    if (done.has(name)) return;
    done.add(name);
    for (const each of manifest[name]?.imports ?? []) visit(each, [...above, name]);
  };
  for (const name of names) visit(name, []);
  return cycles;
}

/** Returns a chunk with its style sheets and all its static imports. */
function filesOf(name, seen = new Set()) {
  if (seen.has(name)) return [];
  seen.add(name);
  const chunk = manifest[name];
  if (chunk === undefined)
    throw new Error(`the build has no chunk ${name}: change the views of scripts/console-budgets.mjs`);
  const { file, css = [], imports = [] } = chunk;
  return [file, ...css, ...imports.flatMap((each) => filesOf(each, seen))];
}

/** Returns the size for most clients: gzipped, except small files, which have no compressed form. */
function sizeOf(file) {
  const path = join(root, file);
  return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size;
}

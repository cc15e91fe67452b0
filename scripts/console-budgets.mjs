// Compares what the first views of the console weigh with their budgets, by the manifest of its build. With --json it prints the files
// of each view, which a journey in a browser compares with what is loaded.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../packages/console/dist');

/** Kilobytes as they are sent, gzipped, with the page itself; `chunks` are loaded beside the entry, by their sources. */
const VIEWS = [
  { name: 'the list of traces', budget: 150, chunks: ['src/list/traces-page.tsx'] },
  { name: 'the rows of a trace by its link', budget: 130, chunks: ['src/trace/trace-page.tsx'] },
  {
    name: 'a trace by its link',
    budget: 130,
    chunks: ['src/trace/trace-page.tsx', 'src/detail/conversation-tab.tsx'],
  },
  {
    // Texts are there before it: as they were sent.
    name: 'a trace with Markdown by its link',
    budget: 144,
    chunks: ['src/trace/trace-page.tsx', 'src/detail/conversation-tab.tsx', 'src/markdown/markdown.tsx'],
  },
  {
    // What tells of it comes after the rows.
    name: 'a trace with loops or failures by its link',
    budget: 134,
    chunks: ['src/trace/trace-page.tsx', 'src/detail/conversation-tab.tsx', 'src/trace/told.ts'],
  },
];
/** Of every view, beside the chunks. */
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

/** Ways from a chunk back to itself. */
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

/** A chunk with its style sheets and all that it imports at once. */
function filesOf(name, seen = new Set()) {
  if (seen.has(name)) return [];
  seen.add(name);
  const chunk = manifest[name];
  if (chunk === undefined)
    throw new Error(`the build has no chunk ${name}: change the views of scripts/console-budgets.mjs`);
  const { file, css = [], imports = [] } = chunk;
  return [file, ...css, ...imports.flatMap((each) => filesOf(each, seen))];
}

/** As most clients get it: small files have no coded form. */
function sizeOf(file) {
  const path = join(root, file);
  return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size;
}

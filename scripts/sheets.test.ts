import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/* Style sheets of the console. */

const SOURCES = join(__dirname, '../packages/console/src');
const filesOf = (extension: string): readonly string[] =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(extension));
const read = (path: string): string => readFileSync(join(SOURCES, path), 'utf8');

/** Most lines of all sheets. */
const MAX_LINES = 4_600;
/** Number of lines that two sheets must not share. */
const RUN = 6;
/** Class of `ui/tokens.css`. */
const HIDDEN = 'visually-hidden';

const sheets = filesOf('.css');

test('all sheets together have at most 4,600 lines', () => {
  const lines = sheets.reduce((sum, sheet) => sum + read(sheet).split('\n').length - 1, 0);
  expect(lines).toBeLessThanOrEqual(MAX_LINES);
});

test('no two sheets share a run of six lines', () => {
  const sheetsOf = new Map<string, Set<string>>();
  for (const sheet of sheets) {
    const lines = read(sheet)
      .replace(/\/\*.*?\*\//gs, '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    for (let first = 0; first + RUN <= lines.length; first++) {
      const run = lines.slice(first, first + RUN).join(' ');
      sheetsOf.set(run, (sheetsOf.get(run) ?? new Set()).add(sheet));
    }
  }
  expect(sheetsOf.size).toBeGreaterThan(1_000);
  expect([...sheetsOf].filter(([, found]) => found.size > 1).map(([run, found]) => [run, ...found])).toEqual([]);
});

test('each class that a component names by a text is one of ui/classes.css', () => {
  const classes = new Set(Array.from(read('ui/classes.css').matchAll(/\.([a-z]+)/g), ([, name]) => name));
  const named = filesOf('.tsx').flatMap((path) =>
    Array.from(read(path).matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g), ([, text, template]) =>
      (text ?? template ?? '').replace(/\$\{[^}]*\}/g, ''),
    ).flatMap((text) =>
      text.split(' ').flatMap((name) => (name === '' || classes.has(name) ? [] : [`${path}: ${name}`])),
    ),
  );
  expect(classes.size).toBeGreaterThan(10);
  expect(named.filter((each) => !each.endsWith(`: ${HIDDEN}`))).toEqual([]);
});

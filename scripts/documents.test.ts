import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Folders to which paths of the glossary are relative. */
const BASES = ['', 'packages', 'services', 'packages/store/src'];

/** Returns the source files of all units. */
const sources = (): string[] =>
  ['packages', 'services', 'deploy'].flatMap((group) =>
    readdirSync(join(ROOT, group)).flatMap((unit) => {
      const folder = join(group, unit, 'src');
      if (!existsSync(join(ROOT, folder))) return [];
      const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
      return files.filter((file) => /\.tsx?$/.test(file)).map((file) => join(folder, file));
    }),
  );

test('each contract that a comment names is a heading of docs/reference/contract.md', () => {
  const headings = new Set(read('docs/reference/contract.md').match(/(?<=^#+ ).+$/gm));
  const lists = sources().flatMap((file) => read(file).match(/(?<=\(contract: )[^)]+/g) ?? []);
  const names = lists.flatMap((list) => list.replace(/\s+(\* )?/g, ' ').split(/[;,] /));
  expect(names.length).toBeGreaterThan(100);
  const unknown = names.filter((name) => !headings.has(name) && !headings.has(`${name}, POST /v1/l/batch`));
  expect([...new Set(unknown)]).toEqual([]);
});

test('each path of the glossary exists', () => {
  const paths = read('docs/glossary.md').match(/(?<=`)[\w.-]+(?:\/[\w.-]+)+(?=`)/g) ?? [];
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !BASES.some((base) => existsSync(join(ROOT, base, path))))).toEqual([]);
});

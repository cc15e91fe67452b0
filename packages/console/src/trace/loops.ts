import { idAt } from './observation-columns';
import type { Steps, Waste } from './waste';

/** Calls of one tool with the same arguments, in order of their starts. */
export interface Loop {
  readonly rows: readonly number[];
}

/** Known waste of a trace. Its loops are added when the arguments of tools have been read. */
export interface KnownWaste extends Waste {
  readonly loops: readonly Loop[];
}

/** Least calls of a loop; fewer may be chance. */
const LEAST_CALLS = 3;
/** Most observations whose texts are requested, and most bytes of these texts together. */
const MAX_OBSERVATIONS = 200;
const MAX_BYTES = 2_000_000;

/** Returns groups of rows that may be a loop: at least three calls of one tool with inputs of equal size. */
export function suspects({ columns, tree }: Steps): readonly (readonly number[])[] {
  const { words, sizes } = columns;
  const tool = words.type.texts.indexOf('TOOL');
  const groups = new Map<string, number[]>();
  if (tool === -1) return [];
  for (let row = 0; row < columns.count; row += 1) {
    const size = sizes.input[row] ?? 0;
    if (words.type.of[row] !== tool || size === 0) continue;
    const key = `${words.name.of[row] ?? -1} ${size}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const byStart = (a: number, b: number): number => (tree.from[a] ?? 0) - (tree.from[b] ?? 0);
  return [...groups.values()].filter(({ length }) => length >= LEAST_CALLS).map((rows) => rows.sort(byStart));
}

/** Returns the rows of these groups whose texts are requested: the largest groups first, within the limits. */
export function rowsToRead({ columns }: Steps, groups: readonly (readonly number[])[]): readonly number[] {
  const { input, output, metadata } = columns.sizes;
  const rows: number[] = [];
  let bytes = 0;
  for (const row of groups.toSorted((a, b) => b.length - a.length).flat()) {
    bytes += (input[row] ?? 0) + (output[row] ?? 0) + (metadata[row] ?? 0);
    if (rows.length === MAX_OBSERVATIONS || bytes > MAX_BYTES) break;
    rows.push(row);
  }
  return rows;
}

/** @param inputs of observations by id; an absent input is unknown */
export function loopsIn(
  { columns }: Steps,
  groups: readonly (readonly number[])[],
  inputs: ReadonlyMap<string, unknown>,
): readonly Loop[] {
  return groups.flatMap((rows) => {
    const same = new Map<string, number[]>();
    for (const row of rows) {
      const id = idAt(columns, row);
      if (!inputs.has(id)) continue;
      const key = JSON.stringify(sorted(inputs.get(id)));
      const known = same.get(key);
      if (known === undefined) same.set(key, [row]);
      else known.push(row);
    }
    return [...same.values()].filter(({ length }) => length >= LEAST_CALLS).map((each) => ({ rows: each }));
  });
}

/** Sorts the members of every object by name, because the order of arguments does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, each]) => [name, sorted(each)]);
}

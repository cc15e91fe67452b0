import { dashed } from '@sluice/record';
import type { ClientBase } from 'pg';
import type { GramFilter } from '../../grams/gram-filter';
import { EIGHTHS, EIGHTH_TRACES } from '../../text-filter-format';
import { REFERENCE_MARK } from '../../packs/pack-format';
import { type CopiedRow, copyOut } from '../sql/copy-out';
import { PackedParts } from './packed-parts';

/** A trace whose texts are added to a filter. */
export interface FilteredTrace {
  readonly indexPosition: number;
  readonly key: string;
  readonly part: number;
  readonly name: string | null;
  readonly tags: readonly string[];
  readonly observations: number;
}

/** Observations that one statement reads, but for a trace that has more. */
const AT_ONCE = 20_000;
/** Observations and bytes that are read for a filter, about: traces beyond are left out. */
const MAX_OBSERVATIONS = 400_000;
const MAX_BYTES = 1 << 28;

/** Fields of a row: the key of a trace, JSON texts, and plain ones. */
const [KEY, JSON_FIELDS, PLAIN_FIELDS] = [0, [1, 2, 3], [4, 5]] as const;
const REFERENCE = REFERENCE_MARK.charCodeAt(0);

/**
 * Adds all texts of traces to a filter, as they are stored: packs, and the grams across the ranges of texts in packs.
 * @returns index positions of the traces that may contain further text
 */
export async function addTexts(
  client: ClientBase,
  traces: readonly FilteredTrace[],
  filter: GramFilter,
): Promise<readonly number[]> {
  const leftOut: number[] = [];
  let [observations, bytes] = [0, 0];
  for (const chunk of chunksOf(traces)) {
    observations += chunk.reduce((sum, trace) => sum + trace.observations, 0);
    if (observations > MAX_OBSERVATIONS || bytes > MAX_BYTES) {
      leftOut.push(...chunk.map(({ indexPosition }) => indexPosition));
      continue;
    }
    const uncertain = new Set<string>();
    bytes += await addChunk(client, chunk, filter, uncertain);
    leftOut.push(...chunk.filter(({ key }) => uncertain.has(key)).map(({ indexPosition }) => indexPosition));
  }
  return leftOut;
}

/** Divides traces into chunks that are read together, the largest last. */
function chunksOf(traces: readonly FilteredTrace[]): readonly FilteredTrace[][] {
  const chunks: FilteredTrace[][] = [];
  let left = 0;
  for (const trace of traces.toSorted((a, b) => a.observations - b.observations)) {
    const chunk = left >= trace.observations ? chunks.at(-1) : undefined;
    if (chunk === undefined) chunks.push([trace]);
    else chunk.push(trace);
    left = (chunk === undefined ? AT_ONCE : left) - trace.observations;
  }
  return chunks;
}

/** @param uncertain is given the keys of traces that are to be left out @returns the bytes that were read */
async function addChunk(
  client: ClientBase,
  traces: readonly FilteredTrace[],
  filter: GramFilter,
  uncertain: Set<string>,
): Promise<number> {
  const parts = new PackedParts(filter);
  const eighths = new Map(traces.map((trace) => [binary(trace.key), eighthOf(trace)]));
  let bytes = 0;
  const copied = (add: (row: CopiedRow) => boolean) => (row: CopiedRow) => {
    filter.eighth = eighths.get(keyOf(row)) as number;
    bytes += row.bytes.length;
    const isCertain = add(row);
    if (filter.takeUncertain() || !isCertain) uncertain.add(uuidOf(row));
  };
  for (const trace of traces) {
    const { name, tags } = trace;
    filter.eighth = eighthOf(trace);
    for (const text of [...(name === null ? [] : [name]), ...tags]) {
      const plain = Buffer.from(text);
      filter.addText(plain, 0, plain.length);
    }
  }
  const of = (alias: string): string =>
    `${alias}.part = any('{${[...new Set(traces.map(({ part }) => part))].join()}}'::integer[])
     and ${alias}.trace_id = any('{${traces.map(({ key }) => key).join()}}'::uuid[])`;
  await copyOut(
    client,
    `select x.trace_id, x.no, x.pieces, x.body from sluice.text_packs x where ${of('x')}`,
    copied((row) => parts.addPack(row)),
  );
  await copyOut(
    client,
    `select o.trace_id, o.input, o.output, o.metadata, o.name, o.status_message from sluice.observations o where ${of('o')}
     union all select i.trace_id, i.input, i.output, i.metadata, null, null from sluice.trace_io i where ${of('i')}`,
    copied((row) => addRow(row, filter, parts)),
  );
  return bytes;
}

/** @returns whether all of it was added */
function addRow(row: CopiedRow, filter: GramFilter, parts: PackedParts): boolean {
  const { bytes } = row;
  let isCertain = true;
  for (const n of JSON_FIELDS) {
    const [at, end] = [row.at[n] as number, row.end[n] as number];
    if (end <= at) continue;
    if (bytes[at] === REFERENCE) isCertain = parts.addJoints(row, n) && isCertain;
    else filter.addJson(bytes, at, end);
  }
  for (const n of PLAIN_FIELDS) filter.addText(bytes, row.at[n] as number, row.end[n] as number);
  return isCertain;
}

const eighthOf = ({ indexPosition }: FilteredTrace): number => Math.floor(indexPosition / EIGHTH_TRACES) % EIGHTHS;

/** Returns a key as the text of its bytes. */
const binary = (key: string): string => Buffer.from(key.replaceAll('-', ''), 'hex').toString('latin1');
const keyOf = ({ bytes, at, end }: CopiedRow): string => bytes.toString('latin1', at[KEY], end[KEY]);
const uuidOf = ({ bytes, at, end }: CopiedRow): string => dashed(bytes.toString('hex', at[KEY], end[KEY]));

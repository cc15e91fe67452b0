import { sentObservationId } from '@sluice/record';
import type { Queries } from './database';
import { START } from '../observation-values';
import { LONG_TEXTS, type LongTextName, PACKED, SELECTIONS, asJson, sizedObservations } from './observation-selection';
import { PACKED_COLUMNS, referredBytes } from '../packs/pack-format';
import { TOO_LONG, readLongText, readStoredText } from './long-text';
import {
  MAX_HELD_BYTES,
  PORTION_AHEAD_BYTES,
  PORTION_BYTES,
  ROWS_BYTES,
  heldAhead,
  heldByRows,
  heldByRuns,
  portionRanges,
  rowsRanges,
  splitBySize,
} from './portions';
import type { Sized } from './portions';
import { readPieces, readTexts } from './packed-texts';
import { type ProjectQueries, aboveFloor } from './project';
import { readAhead } from './read-ahead';
import { removedMeanwhile } from './store-error';
import type { LongText, Observation, ObservationDetail, PackedText, Portions, StoredText } from './trace';
import { type ReadTraceRow, answeredIdOf } from './trace-row';

/**
 * Observations whose ids and sizes are in memory at a time: in the first window, before their bytes are reserved, and the least and
 * greatest number of later ones.
 */
const FIRST_WINDOW = 12_000;
const LATER_WINDOW = 25_000;
const LONGEST_WINDOW = 100_000;

/** Size of later windows: each reads all observations of a trace while nothing is sent, so a long trace has larger ones. */
const laterWindow = ({ observation_count }: ReadTraceRow): number =>
  Math.min(Math.max(observation_count, LATER_WINDOW), LONGEST_WINDOW);

/** Bytes of an id and a size in memory. */
export const WINDOW_ITEM_BYTES = 120;

/** Characters of an id in a list, with its comma. */
const ID_LENGTH = 37;

export interface SizedObservation extends Sized {
  readonly id: string;
}

/** The next observations of a trace, in their order. */
export interface Window {
  /** Ids of the observations, separated by commas. */
  readonly ids: string;
  /** Bytes of each with the text that is read with it. */
  readonly sizes: readonly number[];
  /** Bytes of all rows. */
  readonly rowBytes: number;
  /** Bytes of the longest text that is read separately; 0 without any. */
  readonly longest: number;
  /** Start of the last one, as the database writes it. */
  readonly lastStart: string;
  /** There are no more observations. */
  readonly isLast: boolean;
}

export const NO_OBSERVATIONS: Window = { ids: '', sizes: [], rowBytes: 0, longest: 0, lastStart: '', isLast: true };

type Listed = Omit<Window, 'sizes' | 'isLast'> & { readonly sizes: string };

/**
 * Lists a trace's observations by start time, then id, with the size of each, without reading their text. The list is one row: many small
 * rows take the driver longer than the database.
 * @param after the previous window
 */
export async function sizeObservations(
  queries: Queries,
  trace: ReadTraceRow,
  detail: ObservationDetail,
  after?: Window,
): Promise<Window> {
  const { key, part, observation_count } = trace;
  const { bytes, savedBytes, longest } = SELECTIONS[detail];
  const limit = after ? laterWindow(trace) : FIRST_WINDOW;
  const [listed] = await queries.query<Listed>({
    text: `
      select string_agg(o.id::text, ',' order by o.start, o.id) as ids,
             string_agg(o.bytes::text, ',' order by o.start, o.id) as sizes,
             sum(o.bytes - o.saved) as "rowBytes", max(o.longest) as longest, max(o.start) as "lastStart"
      from (
        select o.id, ${START} as start, ${bytes} as bytes, ${savedBytes} as saved, ${longest} as longest
        from ${sizedObservations(`o.part = $1 and o.trace_id = $2 ${after ? `and (${START}, o.id) > ($3::timestamptz, $4::uuid)` : ''}`)}
        order by ${START}, o.id
        limit ${limit}
      ) o
      having count(*) > 0`,
    values: [part, key, ...(after ? [after.lastStart, after.ids.slice(1 - ID_LENGTH)] : [])],
  });
  const window = listed && { ...listed, sizes: listed.sizes.split(',').map(Number) };
  const count = window?.sizes.length ?? 0;
  const isLast = count < limit;
  if (after === undefined && isLast && count < observation_count) throw removedMeanwhile();
  return window === undefined ? NO_OBSERVATIONS : { ...window, isLast };
}

/** Returns the bytes that an answer with these observations, and all after them, holds at a time. */
export function heldByObservations(trace: ReadTraceRow, { sizes, rowBytes, longest, isLast }: Window): number {
  if (!isLast) return MAX_HELD_BYTES + laterWindow(trace) * WINDOW_ITEM_BYTES;
  const runs = portionRanges(sizes, PORTION_AHEAD_BYTES);
  return heldByRuns(runs, longest) + heldAhead(runs) + heldByRows(runs, rowBytes) + sizes.length * WINDOW_ITEM_BYTES;
}

/**
 * Reads a trace's observations portion by portion, window by window, in their order. In a trace of more than one window an observation
 * whose start changes meanwhile may be missing or repeated. The next portion is read while one is used.
 * @param first the first window
 */
export function readObservations(
  queries: ProjectQueries,
  trace: ReadTraceRow,
  detail: ObservationDetail,
  first: Window,
): Portions<Observation> {
  return readAhead(readWindows(queries, trace, detail, first));
}

async function* readWindows(
  queries: ProjectQueries,
  trace: ReadTraceRow,
  detail: ObservationDetail,
  first: Window,
): AsyncGenerator<readonly Observation[], void> {
  const bytesOfRows = ({ rowBytes }: Window): number => (first.isLast ? rowBytes : Infinity); // no memory is reserved for more
  for (let window = first; ;) {
    const portions = portionRanges(window.sizes, PORTION_AHEAD_BYTES);
    for (const { from, to, areTogether } of rowsRanges(portions, bytesOfRows(window))) {
      const ids = window.ids.slice(from * ID_LENGTH, to * ID_LENGTH - 1);
      yield* readPortions(queries, trace, detail, ids, areTogether);
    }
    if (window.isLast) break;
    window = await sizeObservations(queries, trace, detail, window);
  }
  if (!first.isLast) await checkFloor(queries, trace);
}

/** Lists the observations of a trace with one of the ids, by start time, then id, with the size of each. */
export function sizeGivenObservations(
  queries: Queries,
  { key, part }: ReadTraceRow,
  ids: readonly string[],
): Promise<SizedObservation[]> {
  const { bytes, longest } = SELECTIONS.all;
  return queries.query<SizedObservation>({
    text: `
      select o.id, ${bytes} as bytes, ${longest} as longest
      from ${sizedObservations('o.part = $1 and o.trace_id = $2 and o.id = any($3::uuid[])')}
      order by ${START}, o.id`,
    values: [part, key, ids],
  });
}

/** Reads these observations of a trace portion by portion. */
export async function* readGivenObservations(
  queries: Queries,
  trace: ReadTraceRow,
  observations: readonly SizedObservation[],
): Portions<Observation> {
  for (const portion of splitBySize(observations)) {
    yield* readPortions(queries, trace, 'all', portion.map(({ id }) => id).join());
  }
}

/** Checks that the trace still exists: otherwise an empty window could also mean that the trace was removed. */
async function checkFloor({ query, project }: ProjectQueries, { part }: ReadTraceRow): Promise<void> {
  const text = `select from (select $1::integer as part) t where ${aboveFloor(project)}`;
  const above = await query({ text, values: [part] });
  if (above.length === 0) throw removedMeanwhile();
}

/**
 * Reads a portion, or portions whose rows are read together, in several queries if observations have grown since their sizes were read: the
 * database returns no more than a portion's bytes.
 * @param ids separated by commas
 */
async function* readPortions(
  queries: Queries,
  trace: ReadTraceRow,
  detail: ObservationDetail,
  ids: string,
  areTogether = false,
): Portions<Observation> {
  const { columns, bytes, savedBytes } = SELECTIONS[detail];
  const counted = areTogether ? `${bytes} - ${savedBytes}` : bytes;
  for (let left = ids; ;) {
    const rows = await queries.query<ReadObservationRow>({
      text: `
        select ${columns}, $4 as "traceId"
        from (
          select o.*, ${START} as start,
                 sum(${counted}) over (order by ${START}, o.id rows unbounded preceding) - (${counted}) as before
          from ${sizedObservations('o.part = $1 and o.trace_id = $2 and o.id = any($3::uuid[])')}
        ) o
        where o.before < ${areTogether ? ROWS_BYTES : PORTION_BYTES}
        order by o.start, o.id`,
      values: [trace.part, trace.key, `{${left}}`, answeredIdOf(trace)],
    });
    if (rows.length === 0) throw removedMeanwhile();
    const isAll = rows.length * ID_LENGTH > left.length;
    const given = new Set(isAll ? [] : rows.map(({ id }) => id));
    for (const portion of areTogether ? splitByTexts(rows) : [rows]) {
      await unpack(queries, portion, Array<ReadTraceRow>(portion.length).fill(trace), readPieces);
      yield portion.map((row) => fromObservationRow(queries, row, trace));
    }
    if (isAll) return;
    left = left
      .split(',')
      .filter((id) => !given.has(id))
      .join();
  }
}

/** An observation without the fields of its trace; `TOO_LONG` replaces text that is read separately. */
export interface ReadObservationRow extends Omit<Observation, 'traceId' | 'environment'> {
  readonly environment: string | null;
  /** Ids as sent, of ids that are any text: those that are answered. */
  readonly sentId: string | null;
  readonly sentParentId: string | null;
}

/** Cuts rows into portions by the bytes of the texts to which they refer. */
function splitByTexts(rows: readonly ReadObservationRow[]): ReadObservationRow[][] {
  const bytesOfTexts = (row: ReadObservationRow): number =>
    PACKED_COLUMNS.reduce((sum, name) => sum + referredBytes(row[name] as string | null), 0);
  return portionRanges(rows.map(bytesOfTexts), PORTION_AHEAD_BYTES).map(({ from, to }) => rows.slice(from, to));
}

/**
 * Replaces the references of rows by their texts, in place.
 * @param traces of the rows, one for each
 * @param read reads the texts, or their pieces
 */
export async function unpack(
  queries: Queries,
  rows: readonly ReadObservationRow[],
  traces: readonly ReadTraceRow[],
  read: (...stored: Parameters<typeof readTexts>) => Promise<readonly (string | PackedText | null)[]> = readTexts,
): Promise<void> {
  const fields = rows.flatMap((row, n) =>
    PACKED_COLUMNS.map((name) => ({
      trace: traces[n] as ReadTraceRow,
      row: row as Record<typeof name, string | PackedText | null>,
      name,
    })),
  );
  const texts = await read(
    queries,
    fields.map(({ trace, row, name }) => ({ trace, value: row[name] as string | null })),
  );
  fields.forEach(({ row, name }, n) => (row[name] = texts[n] ?? null));
}

const IDS = ['id', 'parentId', 'countedIn'] as const;

/** Completes the row in place: copying it takes as long as reading it. */
export function fromObservationRow(queries: Queries, row: ReadObservationRow, trace: ReadTraceRow): Observation {
  const observation = row as unknown as Record<string, StoredText | number | null>;
  for (const name of LONG_TEXTS) if (row[name] === TOO_LONG) observation[name] = readLong(queries, name, row.id, trace);
  observation.environment ??= trace.environment;
  if (trace.as_sent === true) {
    for (const name of IDS) {
      const id = row[name];
      if (id !== null) observation[name] = sentObservationId(id);
    }
  }
  if (row.sentId !== null) observation.id = row.sentId;
  if (row.sentParentId !== null) observation.parentId = row.sentParentId;
  return observation as unknown as Observation;
}

function readLong(queries: Queries, name: LongTextName, id: string, trace: ReadTraceRow): LongText {
  const source = {
    text: `select ${asJson(name)} as text from sluice.observations o where o.part = $1 and o.trace_id = $2 and o.id = $3`,
    values: [trace.part, trace.key, id],
  };
  return PACKED.has(name) ? readStoredText(queries, source, trace) : readLongText(queries, source);
}

import type { ProjectQueries } from './project';
import type { Queries } from './database';
import { IS_ROOT } from './observation-conditions';
import type { ObservationText } from './observation-list';
import { type Selection, selection, sizedObservations } from './observation-selection';
import { type ReadObservationRow, fromObservationRow, unpack } from './observations';
import { PORTION_BYTES, type Sized, splitBySize } from './portions';
import { removedMeanwhile } from './store-error';
import type { Observation, Portions } from './trace';
import { complete } from './trace-filter';
import { type ReadTraceRow, answeredIdOf } from './trace-row';

/** Observation of a list of several traces. */
interface Place {
  readonly trace: ReadTraceRow;
  readonly id: string;
}

export interface ListedRow extends Place, Sized {
  readonly isRoot: boolean;
}

const selectionOf = (texts: readonly ObservationText[]): Selection => selection(['statusMessage', ...texts]);

/** SQL, after `from`: places `k` by their number `n` from `$1` (parts), `$2` (keys) and `$3` (ids), each with its observation `o`. */
const PLACES = `unnest($1::integer[], $2::uuid[], $3::uuid[]) with ordinality as k (part, key, id, n)
  cross join lateral ${sizedObservations('o.part = any($4) and o.part = k.part and o.trace_id = k.key and o.id = k.id')}`;

const valuesOf = (places: readonly Place[]): readonly unknown[] => {
  const parts = places.map(({ trace }) => trace.part);
  return [parts, places.map(({ trace }) => trace.key), places.map(({ id }) => id), [...new Set(parts)]];
};

/** Reads the sizes of observations of several traces, in their order. */
export async function sizeListed(
  queries: ProjectQueries,
  places: readonly Place[],
  texts: readonly ObservationText[],
): Promise<readonly ListedRow[]> {
  if (places.length === 0) return [];
  const { bytes, longest } = selectionOf(texts);
  const rows = await queries.query<Sized & { readonly isRoot: boolean }>({
    text: `select ${bytes} as bytes, ${longest} as longest, ${IS_ROOT} as "isRoot" from ${PLACES} order by k.n`,
    values: valuesOf(places),
  });
  complete(places, rows);
  return places.map((place, n) => ({ ...place, ...(rows[n] as (typeof rows)[number]) }));
}

/** Observation with its row of the list. */
export interface ReadListed {
  readonly observation: Observation;
  readonly row: ListedRow;
}

/** Reads observations of several traces portion by portion, in their order. */
export async function* readListed(
  queries: Queries,
  rows: readonly ListedRow[],
  texts: readonly ObservationText[],
): Portions<ReadListed> {
  for (const portion of splitBySize(rows)) yield* readPortion(queries, portion, selectionOf(texts));
}

/** Reads a portion, in several queries if observations have grown since their sizes were read. */
async function* readPortion(
  queries: Queries,
  portion: readonly ListedRow[],
  { columns, bytes }: Selection,
): Portions<ReadListed> {
  for (let left = portion; left.length > 0;) {
    const read = await queries.query<ReadObservationRow & { readonly n: number }>({
      text: `
        select ${columns}, '' as "traceId", o.n
        from (
          select o.*, k.n, sum(${bytes}) over (order by k.n rows unbounded preceding) - (${bytes}) as before
          from ${PLACES}
        ) o
        where o.before < ${PORTION_BYTES}
        order by o.n`,
      values: valuesOf(left),
    });
    // A row that is missing was removed; of the others the database returns at least the first.
    if (read.some(({ n }, index) => n !== index + 1) || read.length === 0) throw removedMeanwhile();
    const given = left.slice(0, read.length);
    await unpack(
      queries,
      read,
      given.map(({ trace }) => trace),
    );
    yield given.map((row, n) => {
      const observation = fromObservationRow(queries, read[n] as ReadObservationRow, row.trace);
      return { observation: { ...observation, traceId: answeredIdOf(row.trace) }, row };
    });
    left = left.slice(read.length);
  }
}

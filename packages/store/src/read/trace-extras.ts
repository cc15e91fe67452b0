import type { JsonText } from '@sluice/record';
import type { Statement } from './database';
import { type ProjectQueries, aboveFloor } from './project';
import { PACKED_COLUMNS } from '../packs/pack-format';
import { type ValueOwner, textBytes } from '../packs/packed-text';
import { TOO_LONG, inlineText, readStoredText } from './long-text';
import { readTexts } from './packed-texts';
import { readObservationIds, sizeOfIds } from './observation-ids';
import { sizeOf, splitBySize } from './portions';
import type { Sized } from './portions';
import type { Extras, Portions, StoredText, TraceIo, TraceListItem, TraceSummary } from './trace';
import { complete } from './trace-filter';
import { toTrace, sizeOfTrace } from './trace-row';
import type { ReadTraceRow } from './trace-row';
import { type ScoreIdsSize, readScoreIds, sizeScoreIds } from './trace-scores';

/** A trace's row, and its size with the text that belongs to it. */
export interface SizedTrace extends Sized {
  readonly row: ReadTraceRow;
  /** Values of the trace, if those of all traces are small enough to be read with their sizes. */
  readonly io: IoRow | null;
  /** Ids of its scores, if they were requested and there are any. */
  readonly scoreIds?: ScoreIdsSize;
}

/** Bytes of the values of all traces together up to which they are read with their sizes, before memory is reserved for them. */
const SMALL_BYTES = 256 * 2 ** 10;

/**
 * Reads the sizes of the free-form values of the given traces, and the values themselves only if they are small: the length of a stored
 * value is known from its pointer.
 */
export async function sizeExtras(
  queries: ProjectQueries,
  rows: readonly ReadTraceRow[],
  include: Extras,
): Promise<readonly SizedTrace[]> {
  const io =
    include.io && rows.length > 0 ? complete(rows, await queries.query<SizedIo>(sizesStatement(queries, rows))) : [];
  const scores = include.scores === true ? await sizeScoreIds(queries, rows) : [];
  return rows.map((row, index) => {
    const own = sizeOfTrace(row);
    const scoreIds = scores[index];
    const texts = sizeOf(
      own.bytes,
      PACKED_COLUMNS.map((name) => io[index]?.[`${name}_bytes`] ?? 0),
    );
    const ids = include.observations ? sizeOfIds(row) : NOTHING;
    return {
      row,
      io: io[index]?.are_small === true ? io[index] : null,
      ...(scoreIds && { scoreIds }),
      bytes: texts.bytes + ids.bytes + (scoreIds?.bytes ?? 0),
      longest: Math.max(own.longest, texts.longest, ids.longest),
    };
  });
}

const NOTHING: Sized = { bytes: 0, longest: 0 };

type IoRow = Readonly<Record<(typeof PACKED_COLUMNS)[number], JsonText | null>>;

/** Values and their sizes; for values that are not small only the sizes. */
type SizedIo = IoRow &
  Readonly<Record<`${(typeof PACKED_COLUMNS)[number]}_bytes`, number | null>> & { readonly are_small: boolean };

/**
 * Reads the requested extras of rows, portion by portion, in the order given.
 * @param summaries of the traces, if requested
 */
export async function* readExtras(
  queries: ProjectQueries,
  traces: readonly SizedTrace[],
  include: Extras,
  summaries: readonly TraceSummary[] = [],
): Portions<TraceListItem> {
  let given = 0;
  for (const portion of splitBySize(traces)) {
    const rows = portion.map(({ row }) => row);
    const io = include.io ? await readTraceIo(queries, portion) : [];
    const ids = include.observations ? await readObservationIds(queries, rows) : [];
    const scores = await readScoreIdsOf(queries, portion);
    yield rows.map((row, index) => {
      const summary = summaries[given + index];
      const scoreIds = scores[index];
      return {
        trace: toTrace(queries, row),
        io: io[index] ?? NO_IO,
        ...(summary && { summary }),
        observationIds: ids[index] ?? null,
        ...(scoreIds !== undefined && { scoreIds }),
      };
    });
    given += rows.length;
  }
}

/** Reads the ids of scores of the traces of a portion, if any of these has scores. */
const readScoreIdsOf = async (
  queries: ProjectQueries,
  portion: readonly SizedTrace[],
): Promise<readonly (JsonText | undefined)[]> =>
  portion.some(({ scoreIds }) => scoreIds !== undefined)
    ? readScoreIds(
        queries,
        portion.map(({ row }) => row),
      )
    : [];

/** Values of an answer for which no free-form values were requested. */
export const NO_IO: TraceIo = { input: null, output: null, metadata: null };

/** Reads the free-form values of the given traces, in their order, unless they are present already. */
export async function readTraceIo(
  queries: ProjectQueries,
  traces: readonly Pick<SizedTrace, 'row' | 'io'>[],
): Promise<readonly TraceIo[]> {
  const there = traces.flatMap(({ io }) => io ?? []);
  const rows = traces.map(({ row }) => row);
  const found =
    there.length === rows.length ? there : complete(rows, await queries.query<IoRow>(ioStatement(queries, rows)));
  const texts = await readTexts(
    queries,
    rows.flatMap((trace, index) => PACKED_COLUMNS.map((name) => ({ trace, value: found[index]?.[name] ?? null }))),
  );
  return rows.map((row, index) => {
    const text = (name: keyof IoRow, from: string | null = null): StoredText | null => {
      const value = texts[index * PACKED_COLUMNS.length + PACKED_COLUMNS.indexOf(name)] ?? null;
      return value === TOO_LONG ? readStoredText(queries, longTextStatement(row, name, from), row) : value;
    };
    return {
      input: text('input', row.input_from),
      output: text('output', row.output_from),
      metadata: text('metadata'),
    };
  });
}

/** Builds the statement of one stored value of a trace: its own, or that of an observation. */
function longTextStatement({ key, part }: ReadTraceRow, column: keyof IoRow, observation: string | null): Statement {
  const own = `select i.${column} as text from sluice.trace_io i where i.part = $1 and i.trace_id = $2`;
  if (observation === null) return { text: own, values: [part, key] };
  const root = `select o.${column} as text from sluice.observations o where o.part = $1 and o.trace_id = $2 and o.id = $3`;
  return { text: root, values: [part, key, observation] };
}

/*
 * The statements below read rows of partitioned tables by trace. `part = any($2)`, a constant to the planner, prevents that it plans all
 * partitions; a table is read only for traces that have values there. The subqueries cannot be flattened into joins (a limit, an
 * aggregate), because the planner would hash whole hours instead of looking up single traces.
 */

/** Columns that locate the values of a trace. */
export type ValueSources = Pick<ReadTraceRow, 'key' | 'part' | 'has_io' | 'input_from' | 'output_from'>;

/**
 * SQL: the given traces as `t(id, part, input_from, output_from, n)`; `$2` contains the receipt hours of traces with values of their own,
 * `$6` those of traces whose values are those of observations.
 */
export function given(rows: readonly ValueSources[]): { readonly from: string; readonly values: readonly unknown[] } {
  return {
    from: `from unnest($1::uuid[], $3::integer[], $4::uuid[], $5::uuid[])
             with ordinality as t(id, part, input_from, output_from, n)`,
    values: [
      rows.map((row) => row.key),
      partsOf(rows.filter((row) => row.has_io)),
      rows.map((row) => row.part),
      rows.map((row) => row.input_from),
      rows.map((row) => row.output_from),
      partsOf(rows.filter((row) => row.input_from !== null || row.output_from !== null)),
    ],
  };
}

/** Returns the receipt hours of these traces, without duplicates. */
export const partsOf = (rows: readonly Pick<ValueSources, 'part'>[]): readonly number[] => [
  ...new Set(rows.map(({ part }) => part)),
];

/** SQL: the trace of a stored value. @param alias of a row of `given` */
export const ownerIn = (alias: string): ValueOwner => ({
  part: `${alias}.part`,
  trace: `${alias}.id`,
  within: '(text_pack.part = any($2) or text_pack.part = any($6))',
});

const inlineValue = (value: string): string => inlineText(value, textBytes(value));

/** SQL: one row of a trace's own values, or none. */
export const OWN = (columns: string): string => `
  left join lateral (
    select ${columns} from sluice.trace_io i where i.part = any($2) and i.part = t.part and i.trace_id = t.id limit 1
  ) own on true`;

/** SQL: one row with the values of the trace's observations; `max` picks the only value there is. */
export const FROM_OBSERVATIONS = (column: (name: string) => string): string => `
  cross join lateral (
    select max(${column('o.input')}) filter (where o.id = t.input_from) as input,
           max(${column('o.output')}) filter (where o.id = t.output_from) as output
    from sluice.observations o
    where o.part = any($6) and o.part = t.part and o.trace_id = t.id and o.id = any(array[t.input_from, t.output_from])
  ) root`;

/** Builds the statement of sizes. Texts are measured by their references, and values are read only if all of them are small. */
function sizesStatement(queries: ProjectQueries, rows: readonly ReadTraceRow[]): Statement {
  const { text: all, values } = ioStatement(queries, rows, (column) => column);
  const text = `
    select ${PACKED_COLUMNS.map((name) => `${textBytes(`x.${name}`)} as ${name}_bytes`).join(', ')}, x.are_small,
           ${PACKED_COLUMNS.map((name) => `case when x.are_small then ${inlineValue(`x.${name}`)} end as ${name}`).join(', ')}
    from (
      select v.*, sum(${PACKED_COLUMNS.map((name) => `coalesce(${textBytes(`v.${name}`)}, 0)`).join(' + ')}) over () <= ${SMALL_BYTES} as are_small
      from (${all}) v
    ) x
    order by x.n`;
  return { text, values };
}

function ioStatement(
  { project }: ProjectQueries,
  rows: readonly ReadTraceRow[],
  read: (column: string) => string = inlineValue,
): Required<Statement> {
  const { from, values } = given(rows);
  const text = `
    select t.n, case when t.input_from is null then own.input else root.input end as input,
           case when t.output_from is null then own.output else root.output end as output,
           own.metadata
    ${from}
    ${OWN(PACKED_COLUMNS.map((name) => `${read(`i.${name}`)} as ${name}`).join(', '))}
    ${FROM_OBSERVATIONS(read)}
    where ${aboveFloor(project)}
    order by t.n`;
  return { text, values };
}

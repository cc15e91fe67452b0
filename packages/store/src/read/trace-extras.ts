import type { JsonText } from '@sluice/record';
import type { Queries, Statement } from './database';
import { splitBySize } from './portions';
import type { Sized } from './portions';
import type { Extras, TraceIo, TraceListItem } from './trace';
import { fromTraceRow } from './trace-row';
import type { TraceRow } from './trace-row';

/** A trace's row and how many bytes of text belong to it, about. */
export interface SizedTrace extends Sized {
  readonly row: TraceRow;
}

/** Of an item's short fields, and of one observation id in an answer. */
const ITEM_BYTES = 1000;
const ID_BYTES = 40;

/**
 * Finds out how large the free-form values of the given traces are, without reading them: the length of a stored value
 * is known from its pointer.
 */
export async function sizeExtras(
  queries: Queries,
  rows: readonly TraceRow[],
  include: Extras,
): Promise<readonly SizedTrace[]> {
  const io = include.io && rows.length > 0 ? await queries.query<{ bytes: number }>(sizesStatement(rows)) : [];
  return rows.map((row, index) => ({
    row,
    bytes: ITEM_BYTES + (io[index]?.bytes ?? 0) + (include.observations ? row.observation_count * ID_BYTES : 0),
  }));
}

/** Reads what is asked for beside the rows, portion by portion, in the order given. */
export async function* readExtras(
  queries: Queries,
  traces: readonly SizedTrace[],
  include: Extras,
): AsyncGenerator<readonly TraceListItem[], void, void> {
  for (const portion of splitBySize(traces)) {
    const rows = portion.map(({ row }) => row);
    const io = include.io ? await readTraceIo(queries, rows) : [];
    const ids = include.observations ? await queries.query<IdsRow>(idsStatement(rows)) : [];
    yield rows.map((row, index) => ({
      trace: fromTraceRow(row),
      io: io[index] ?? NO_IO,
      observationIds: ids[index]?.ids ?? null,
    }));
  }
}

const NO_IO: TraceIo = { input: null, output: null, metadata: null };

interface IdsRow {
  readonly ids: JsonText | null;
}

/** Reads the free-form values of the given traces, in their order. */
export async function readTraceIo(queries: Queries, rows: readonly TraceRow[]): Promise<readonly TraceIo[]> {
  return queries.query<TraceIo>(ioStatement(rows));
}

/*
 * The statements below ask for rows of partitioned tables by trace. `part = any($2)`, a constant to the planner, keeps
 * it from planning all partitions. The subqueries cannot be flattened into joins (a limit, an aggregate), because the
 * planner would hash whole hours instead of looking up the few traces.
 */

/** SQL: the given traces as `t(id, part, input_from, output_from, n)`, and in `$2` their parts. */
function given(rows: readonly TraceRow[]): { readonly from: string; readonly values: readonly unknown[] } {
  return {
    from: `from unnest($1::uuid[], $3::integer[], $4::uuid[], $5::uuid[])
             with ordinality as t(id, part, input_from, output_from, n)`,
    values: [
      rows.map((row) => row.id),
      [...new Set(rows.map((row) => row.part))],
      rows.map((row) => row.part),
      rows.map((row) => row.input_from),
      rows.map((row) => row.output_from),
    ],
  };
}

/** SQL: one row of a trace's own values, or none. */
const OWN = (columns: string): string => `
  left join lateral (
    select ${columns} from sluice.trace_io i where i.part = any($2) and i.part = t.part and i.trace_id = t.id limit 1
  ) own on true`;

/** SQL: one row with what comes from the trace's observations; `max` picks the only value there is. */
const FROM_OBSERVATIONS = (column: (name: string) => string): string => `
  cross join lateral (
    select max(${column('o.input')}) filter (where o.id = t.input_from) as input,
           max(${column('o.output')}) filter (where o.id = t.output_from) as output
    from sluice.observations o
    where o.part = any($2) and o.part = t.part and o.trace_id = t.id and o.id = any(array[t.input_from, t.output_from])
  ) root`;

const SIZE = (column: string): string => `octet_length(${column})`;

function sizesStatement(rows: readonly TraceRow[]): Statement {
  const { from, values } = given(rows);
  const text = `
    select coalesce(case when t.input_from is null then own.input else root.input end, 0)
         + coalesce(case when t.output_from is null then own.output else root.output end, 0)
         + coalesce(own.metadata, 0) as bytes
    ${from}
    ${OWN(['input', 'output', 'metadata'].map((name) => `${SIZE(`i.${name}`)} as ${name}`).join(', '))}
    ${FROM_OBSERVATIONS(SIZE)}
    order by t.n`;
  return { text, values };
}

function ioStatement(rows: readonly TraceRow[]): Statement {
  const { from, values } = given(rows);
  const text = `
    select case when t.input_from is null then own.input else root.input end as input,
           case when t.output_from is null then own.output else root.output end as output,
           own.metadata
    ${from}
    ${OWN('i.input, i.output, i.metadata')}
    ${FROM_OBSERVATIONS((column) => column)}
    order by t.n`;
  return { text, values };
}

function idsStatement(rows: readonly TraceRow[]): Statement {
  const text = `
    select (select json_agg(o.id order by o.id)::text from sluice.observations o
            where o.part = any($2) and o.part = t.part and o.trace_id = t.id) as ids
    from unnest($1::uuid[], $3::integer[]) with ordinality as t(id, part, n)
    order by t.n`;
  return { text, values: given(rows).values.slice(0, 3) };
}

import { NIL_UUID, formatMicros } from '@sluice/record';
import type { Micros } from '@sluice/record';
import { microsOf } from './database';
import type { Queries } from './database';
import { TOO_LONG, inlineText, readLongText } from './long-text';
import { INLINE_BYTES, MOST_HELD_BYTES, PORTION_BYTES, heldBytes, splitBySize } from './portions';
import type { Sized } from './portions';
import { removedMeanwhile } from './store-error';
import type { Observation, Portions, StoredText } from './trace';
import type { TraceRow } from './trace-row';

/** SQL: the effective start; absent it is the first receipt (contract: Defaults are never stored as values). */
const START = 'coalesce(o.start_time, o.created_at)';

/** Text of any length; the others are bounded when they are stored. */
const LONG_TEXTS = [
  'input',
  'output',
  'metadata',
  'model_parameters',
  'status_message',
  'usage_details',
  'cost_details',
] as const;
const SHORT_TEXTS = ['name', 'model', 'version', 'environment', 'type', 'level'];

/** Of an observation's other fields. */
const FIELD_BYTES = 1000;

/** Observations whose ids and sizes are known at a time: first, before their bytes are reserved, and later. */
const FIRST_WINDOW = 2000;
const LATER_WINDOW = 10_000;

/** Of an id and size in memory. */
const WINDOW_ITEM_BYTES = 150;

export interface SizedObservation extends Sized {
  readonly id: string;
  readonly start: Micros;
}

const bytesOf = (column: string): string => `coalesce(octet_length(o.${column}), 0)`;
const isLong = (column: string): string => `${bytesOf(column)} > ${INLINE_BYTES}`;

/** SQL: bytes of an observation that are read with its row. */
const ROW_BYTES = [
  FIELD_BYTES,
  ...SHORT_TEXTS.map(bytesOf),
  ...LONG_TEXTS.map((column) => `case when ${isLong(column)} then 0 else ${bytesOf(column)} end`),
].join(' + ');

/** SQL: bytes of the longest text that is read by itself. */
const LONGEST = `greatest(${LONG_TEXTS.map((column) => `case when ${isLong(column)} then ${bytesOf(column)} else 0 end`).join(', ')})`;

/** The next observations of a trace, and whether they are the last ones. */
export interface Window {
  readonly observations: readonly SizedObservation[];
  readonly isLast: boolean;
}

export const NO_OBSERVATIONS: Window = { observations: [], isLast: true };

/**
 * Lists a trace's observations by start time, then id, with the size of each, without reading their text.
 * @param after the last one of the window before
 */
export async function sizeObservations(
  queries: Queries,
  { id, part, observation_count }: TraceRow,
  after?: SizedObservation,
): Promise<Window> {
  const limit = after ? LATER_WINDOW : FIRST_WINDOW;
  const observations = await queries.query<SizedObservation>({
    text: `
      select o.id, ${microsOf(START)} as start, ${ROW_BYTES} as bytes, ${LONGEST} as longest
      from sluice.observations o
      where o.part = $1 and o.trace_id = $2 ${after ? `and (${START}, o.id) > ($3::timestamptz, $4::uuid)` : ''}
      order by ${START}, o.id
      limit ${limit}`,
    values: [part, id, ...(after ? [formatMicros(after.start), after.id] : [])],
  });
  const isLast = observations.length < limit;
  if (after === undefined && isLast && observations.length < observation_count) throw removedMeanwhile();
  return { observations, isLast };
}

/** What an answer with these observations, and all after them, holds at a time. */
export function heldByObservations({ observations, isLast }: Window): number {
  if (!isLast) return MOST_HELD_BYTES + LATER_WINDOW * WINDOW_ITEM_BYTES;
  return heldBytes(observations) + observations.length * WINDOW_ITEM_BYTES;
}

/**
 * Reads a trace's observations portion by portion, window by window, in their order. One whose start is changed
 * meanwhile may be missing or come twice, where a trace has more than one window.
 * @param first the first window
 */
export async function* readObservations(queries: Queries, trace: TraceRow, first: Window): Portions<Observation> {
  for (let window = first; ;) {
    for (const portion of splitBySize(window.observations)) yield* readPortion(queries, trace, portion);
    if (window.isLast) break;
    window = await sizeObservations(queries, trace, window.observations.at(-1));
  }
  if (!first.isLast) await checkFloor(queries, trace);
}

/** Where windows are looked for, none left may also mean that the trace is gone. */
async function checkFloor(queries: Queries, { part }: TraceRow): Promise<void> {
  const above = await queries.query({ text: 'select from sluice.retention_floor where part <= $1', values: [part] });
  if (above.length === 0) throw removedMeanwhile();
}

/**
 * Reads a portion, in more than one run where observations have grown since their sizes were read: the database gives
 * no more than a portion's bytes.
 */
async function* readPortion(
  queries: Queries,
  trace: TraceRow,
  portion: readonly SizedObservation[],
): Portions<Observation> {
  for (let left = portion.map(({ id }) => id); left.length > 0;) {
    const rows = await queries.query<ObservationRow>({
      text: `
        select ${COLUMNS}
        from (
          select o.*, sum(${ROW_BYTES}) over (order by ${START}, o.id rows unbounded preceding) - (${ROW_BYTES}) as before
          from sluice.observations o
          where o.part = $1 and o.trace_id = $2 and o.id = any($3::uuid[])
        ) o
        where o.before < ${PORTION_BYTES}
        order by ${START}, o.id`,
      values: [trace.part, trace.id, left],
    });
    if (rows.length === 0) throw removedMeanwhile();
    yield rows.map((row) => fromObservationRow(queries, row, trace));
    if (rows.length === left.length) return;
    const given = new Set(rows.map(({ id }) => id));
    left = left.filter((id) => !given.has(id));
  }
}

const COLUMNS = `
  o.id, nullif(o.parent_id, '${NIL_UUID}') as parent_id, coalesce(o.type, 'SPAN') as type, o.name,
  ${microsOf(START)} as start_time,
  case when o.end_time is not null then ${microsOf(`greatest(o.end_time, ${START})`)} end as end_time,
  ${microsOf('o.completion_start_time')} as completion_start_time,
  o.model, coalesce(o.level, 'DEFAULT') as level, o.version, o.environment,
  ${LONG_TEXTS.map((column) => `${inlineText(`o.${column}`)} as ${column}`).join(', ')},
  o.input_tokens, o.output_tokens, o.total_tokens, o.input_cost, o.output_cost, o.total_cost,
  coalesce(o.cost_source = 'sent', false) as is_cost_sent,
  ${microsOf('o.created_at')} as created_at, ${microsOf('o.updated_at')} as updated_at`;

type LongTexts = Readonly<Record<(typeof LONG_TEXTS)[number], string | null>>;

interface ObservationRow extends LongTexts {
  readonly id: string;
  readonly parent_id: string | null;
  readonly type: string;
  readonly name: string | null;
  readonly start_time: Micros;
  readonly end_time: Micros | null;
  readonly completion_start_time: Micros | null;
  readonly model: string | null;
  readonly level: string;
  readonly version: string | null;
  readonly environment: string | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly total_tokens: number | null;
  readonly input_cost: number | null;
  readonly output_cost: number | null;
  readonly total_cost: number | null;
  readonly is_cost_sent: boolean;
  readonly created_at: Micros;
  readonly updated_at: Micros;
}

function fromObservationRow(queries: Queries, row: ObservationRow, trace: TraceRow): Observation {
  const text = (column: keyof LongTexts, toJson = ''): StoredText | null =>
    row[column] === TOO_LONG
      ? readLongText(queries, {
          text: `select ${toJson}(o.${column})::text as text from sluice.observations o
                 where o.part = $1 and o.trace_id = $2 and o.id = $3`,
          values: [trace.part, trace.id, row.id],
        })
      : row[column];
  const status = text('status_message', 'to_json');
  return {
    id: row.id,
    traceId: trace.id,
    parentId: row.parent_id,
    type: row.type,
    name: row.name,
    startTime: row.start_time,
    endTime: row.end_time,
    completionStartTime: row.completion_start_time,
    model: row.model,
    modelParameters: text('model_parameters'),
    input: text('input'),
    output: text('output'),
    metadata: text('metadata'),
    level: row.level,
    statusMessage: typeof status === 'string' ? JSON.stringify(status) : status,
    version: row.version,
    environment: row.environment ?? trace.environment,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    totalTokens: row.total_tokens,
    usageDetails: text('usage_details'),
    inputCost: row.input_cost,
    outputCost: row.output_cost,
    totalCost: row.total_cost,
    sentCostDetails: row.is_cost_sent ? text('cost_details') : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

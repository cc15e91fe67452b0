import { NIL_UUID } from '@sluice/record';
import type { JsonText, Micros } from '@sluice/record';
import { microsOf } from './database';
import type { Queries } from './database';
import { splitBySize } from './portions';
import type { Sized } from './portions';
import type { Observation } from './trace';
import type { TraceRow } from './trace-row';

/** SQL: the effective start; absent it is the first receipt (contract: Defaults are never stored as values). */
const START = 'coalesce(o.start_time, o.created_at)';

const TEXTS = ['input', 'output', 'metadata', 'model_parameters', 'status_message', 'usage_details', 'cost_details'];

/** Of an observation's short fields. */
const FIELD_BYTES = 1500;

interface SizedId extends Sized {
  readonly id: string;
}

/** Lists a trace's observations by start time, then id, with the size of each, without reading their text. */
export async function sizeObservations(queries: Queries, { id, part }: TraceRow): Promise<readonly SizedId[]> {
  const bytes = TEXTS.map((column) => `coalesce(octet_length(o.${column}), 0)`).join(' + ');
  return queries.query<SizedId>({
    text: `
      select o.id, ${FIELD_BYTES} + ${bytes} as bytes
      from sluice.observations o
      where o.part = $1 and o.trace_id = $2
      order by ${START}, o.id`,
    values: [part, id],
  });
}

/** Reads the given observations of a trace, portion by portion, in the order given. */
export async function* readObservations(
  queries: Queries,
  trace: TraceRow,
  observations: readonly SizedId[],
): AsyncGenerator<readonly Observation[], void, void> {
  for (const portion of splitBySize(observations)) {
    const rows = await queries.query<ObservationRow>({
      text: `
        select ${COLUMNS}
        from sluice.observations o
        where o.part = $1 and o.trace_id = $2 and o.id = any($3::uuid[])
        order by ${START}, o.id`,
      values: [trace.part, trace.id, portion.map(({ id }) => id)],
    });
    yield rows.map((row) => fromObservationRow(row, trace));
  }
}

const COLUMNS = `
  o.id, nullif(o.parent_id, '${NIL_UUID}') as parent_id, coalesce(o.type, 'SPAN') as type, o.name,
  ${microsOf(START)} as start_time,
  case when o.end_time is not null then ${microsOf(`greatest(o.end_time, ${START})`)} end as end_time,
  ${microsOf('o.completion_start_time')} as completion_start_time,
  o.model, o.model_parameters, o.input, o.output, o.metadata, coalesce(o.level, 'DEFAULT') as level, o.status_message,
  o.version, o.environment, o.input_tokens, o.output_tokens, o.total_tokens, o.usage_details,
  o.input_cost, o.output_cost, o.total_cost, case when o.cost_source = 'sent' then o.cost_details end as sent_cost_details,
  ${microsOf('o.created_at')} as created_at, ${microsOf('o.updated_at')} as updated_at`;

interface ObservationRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly type: string;
  readonly name: string | null;
  readonly start_time: Micros;
  readonly end_time: Micros | null;
  readonly completion_start_time: Micros | null;
  readonly model: string | null;
  readonly model_parameters: JsonText | null;
  readonly input: JsonText | null;
  readonly output: JsonText | null;
  readonly metadata: JsonText | null;
  readonly level: string;
  readonly status_message: string | null;
  readonly version: string | null;
  readonly environment: string | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly total_tokens: number | null;
  readonly usage_details: JsonText | null;
  readonly input_cost: number | null;
  readonly output_cost: number | null;
  readonly total_cost: number | null;
  readonly sent_cost_details: JsonText | null;
  readonly created_at: Micros;
  readonly updated_at: Micros;
}

function fromObservationRow(row: ObservationRow, trace: TraceRow): Observation {
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
    modelParameters: row.model_parameters,
    input: row.input,
    output: row.output,
    metadata: row.metadata,
    level: row.level,
    statusMessage: row.status_message,
    version: row.version,
    environment: row.environment ?? trace.environment,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    totalTokens: row.total_tokens,
    usageDetails: row.usage_details,
    inputCost: row.input_cost,
    outputCost: row.output_cost,
    totalCost: row.total_cost,
    sentCostDetails: row.sent_cost_details,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

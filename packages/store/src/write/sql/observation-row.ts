import {
  type Buckets,
  type Observation,
  type Usage,
  NIL_UUID,
  formatMicros,
  joinMembers,
  parseTime,
  splitMembers,
} from '@sluice/record';
import type { Cost, Derived } from '../state/derive';
import { parseUsd, usdText } from '../state/money';
import type { ObservationState } from '../state/observation-state';
import { parseStamps, stampsText } from '../state/stamped';
import type { CopyValue } from './copy';
import { timeText } from './time-text';

/** The columns of `observations`, in the order of `toObservationRow`. */
export const OBSERVATION_COLUMNS = [
  'part',
  'trace_id',
  'id',
  'parent_id',
  'type',
  'name',
  'start_time',
  'end_time',
  'completion_start_time',
  'model',
  'response_model',
  'provider',
  'level',
  'status_message',
  'version',
  'environment',
  'input',
  'output',
  'model_parameters',
  'metadata',
  'usage_details',
  'cost_details',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'input_cost',
  'output_cost',
  'total_cost',
  'cost_source',
  'counted',
  'created_at',
  'updated_at',
  'stamp',
  'stamps',
] as const;

/** A row of `observations` as `rowsOf` returns it. */
export type ObservationRow = { readonly [column in (typeof OBSERVATION_COLUMNS)[number]]: unknown } & {
  readonly part: number;
  readonly trace_id: string;
  readonly id: string;
};

export function toObservationRow(
  part: number,
  traceId: string,
  state: ObservationState,
  derived: Derived,
): readonly CopyValue[] {
  const { fields } = state;
  const { tokens, cost } = derived;
  const createdAt = formatMicros(state.createdAt);
  return [
    part,
    traceId,
    fields.id,
    fields.parentId === null ? NIL_UUID : fields.parentId,
    fields.type,
    fields.name,
    timeText(fields.startTime),
    timeText(fields.endTime),
    timeText(fields.completionStartTime),
    fields.model,
    fields.responseModel,
    fields.provider,
    fields.level,
    fields.statusMessage,
    fields.version,
    fields.environment,
    fields.input,
    fields.output,
    fields.modelParameters,
    joinMembers(fields.metadata),
    fields.usage === undefined ? null : usageText(fields.usage),
    fields.costDetails === undefined ? null : JSON.stringify(fields.costDetails),
    tokens?.input,
    tokens?.output,
    tokens?.total,
    cost?.input === undefined ? null : usdText(cost.input),
    cost?.output === undefined ? null : usdText(cost.output),
    cost === undefined ? null : usdText(cost.total),
    cost?.source,
    fields.counted,
    createdAt,
    state.updatedAt === state.createdAt ? createdAt : formatMicros(state.updatedAt),
    state.stamp,
    stampsText(state.stamps),
  ];
}

/** The cost that was stored with a row; undefined where there was none. */
export function storedCost(row: ObservationRow): Cost | undefined {
  if (typeof row.total_cost !== 'string' || typeof row.cost_source !== 'string') return undefined;
  return {
    input: typeof row.input_cost === 'string' ? parseUsd(row.input_cost) : undefined,
    output: typeof row.output_cost === 'string' ? parseUsd(row.output_cost) : undefined,
    total: parseUsd(row.total_cost),
    source: row.cost_source,
  };
}

/** The reverse of `toObservationRow`; what is derived is left out. */
export function fromObservationRow(row: ObservationRow): ObservationState {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const time = (value: unknown) => (typeof value === 'string' ? parseTime(value)?.micros : undefined);
  const metadata = splitMembers(text(row.metadata) ?? null);
  const costDetails = text(row.cost_details);
  const fields: { [K in keyof Observation]: Observation[K] | undefined } = {
    id: row.id,
    parentId: row.parent_id === NIL_UUID ? null : text(row.parent_id),
    type: text(row.type),
    name: text(row.name),
    startTime: time(row.start_time),
    endTime: time(row.end_time),
    completionStartTime: time(row.completion_start_time),
    model: text(row.model),
    responseModel: text(row.response_model),
    provider: text(row.provider),
    level: text(row.level),
    statusMessage: text(row.status_message),
    version: text(row.version),
    environment: text(row.environment),
    input: text(row.input),
    output: text(row.output),
    modelParameters: text(row.model_parameters),
    metadata: metadata.size === 0 ? undefined : metadata,
    usage: parseUsage(text(row.usage_details)),
    costDetails: costDetails === undefined ? undefined : (JSON.parse(costDetails) as Buckets),
    counted: row.counted === true,
  };
  const createdAt = time(row.created_at) ?? 0;
  return {
    fields: fields as Observation,
    stamp: text(row.stamp) ?? '',
    stamps: parseStamps(text(row.stamps) ?? null),
    said: [],
    createdAt,
    updatedAt: time(row.updated_at) ?? createdAt,
  };
}

/** Of what is said to be none null stays: it was said with a stamp, and holds against what is older. */
function usageText({ input, output, other, total }: Usage): string {
  const groups = Object.entries({ input, output, other });
  const none = groups.filter(([, group]) => group !== undefined && Object.keys(group).length === 0);
  return JSON.stringify({
    ...input,
    ...output,
    ...other,
    ...Object.fromEntries(none.map(([name]) => [name, null])),
    ...(total === undefined ? {} : { total }),
  });
}

/** Buckets go back to their groups by name (see `Usage`), which have no prototype: a bucket may be called `__proto__`. */
function parseUsage(text: string | undefined): Usage | undefined {
  if (text === undefined) return undefined;
  const groups: { input?: Record<string, number>; output?: Record<string, number>; other?: Record<string, number> } =
    {};
  let total: number | null | undefined;
  for (const [name, count] of Object.entries(JSON.parse(text) as Record<string, number | null>)) {
    if (name === 'total') {
      total = count;
      continue;
    }
    const group = name.includes('input') ? 'input' : name.includes('output') ? 'output' : 'other';
    const buckets = (groups[group] ??= Object.create(null) as Record<string, number>);
    if (count !== null) buckets[name] = count;
  }
  return { ...groups, ...(total === undefined ? {} : { total }) };
}

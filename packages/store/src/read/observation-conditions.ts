import { NIL_UUID, type ObservationColumn } from '@sluice/record';
import { INDEXED_OF_OBSERVATION, INDEXED_OF_TRACE } from '../observation-index-format';
import { END, MESSAGE_GROUP, START, TIME_TO_FIRST_TOKEN } from '../observation-values';
import { type StoredProject, traceKey } from '../projects';
import { holds, isAmong, isEmpty } from './condition-sql';
import { type Values, addTime } from './database';
import { type StoredMetadata, ofMember } from './metadata-conditions';
import type { ObservationCondition } from './observation-condition';
import { answeredId } from './project';

/** SQL: the parent; null without one. */
const PARENT = `nullif(o.parent_id, '${NIL_UUID}')`;

const secondsOf = (interval: string): string => `extract(epoch from ${interval})`;
const LATENCY = secondsOf(`(${END}) - ${START}`);

/** SQL: whether an observation has no parent, or is marked as root by its sender. */
export const IS_ROOT = `(${PARENT} is null or coalesce(o.is_root, false))`;

const { environment: _environment, ...INDEXED } = INDEXED_OF_TRACE;

/** SQL expressions on `sluice.traces t`, by column. */
const OF_TRACE = {
  ...INDEXED,
  traceTags: 't.tags',
  tags: 't.tags',
} as const satisfies Partial<Record<ObservationColumn, string>>;

/** Metadata of an observation `o`. */
const METADATA: StoredMetadata = { value: 'o.metadata', part: 'o.part', trace: 'o.trace_id' };

/** SQL expressions on `sluice.observations o` and its trace `t`, by column. */
const OWN: Readonly<Record<Exclude<ObservationColumn, keyof typeof OF_TRACE | 'traceId' | 'metadata'>, string>> = {
  ...INDEXED_OF_OBSERVATION,
  level: `coalesce(o.level, 'DEFAULT')`,
  environment: `coalesce(o.environment, t.environment, 'default')`,
  id: 'o.id',
  parentObservationId: PARENT,
  isRootObservation: IS_ROOT,
  toolName: `case when o.type = 'TOOL' then o.name end`,
  statusMessage: 'o.status_message',
  statusMessageGroup: MESSAGE_GROUP,
  startTime: START,
  endTime: `(${END})`,
  providedModelName: 'o.model',
  promptVersion: 'o.prompt_version',
  latency: LATENCY,
  timeToFirstToken: secondsOf(TIME_TO_FIRST_TOKEN),
  tokensPerSecond: `o.output_tokens / nullif(${LATENCY}, 0)`,
  inputTokens: 'o.input_tokens',
  outputTokens: 'o.output_tokens',
  totalTokens: 'o.total_tokens',
  tokens: 'o.total_tokens',
  inputCost: 'o.input_cost',
  outputCost: 'o.output_cost',
  totalCost: 'o.total_cost',
};

/** SQL conditions on a trace `t`, and on its observation `o`. */
export interface ObservationConditions {
  readonly ofTrace: readonly string[];
  readonly own: readonly string[];
}

/** SQL of conditions, separated by what they are of: those of the trace are tested before its observations are read. */
export function observationConditions(
  project: StoredProject,
  conditions: readonly ObservationCondition[],
  { add }: Values,
): ObservationConditions {
  const ofTrace: string[] = [];
  const own: string[] = [];
  for (const condition of conditions) {
    const { column } = condition;
    if (condition.type === 'stringObject') own.push(ofMember(METADATA, condition, add));
    else if (column === 'traceId') ofTrace.push(ofTraceId(project, condition, add));
    else if (column in OF_TRACE) ofTrace.push(sqlOf(OF_TRACE[column as keyof typeof OF_TRACE], condition, add));
    else own.push(sqlOf(OWN[column as keyof typeof OWN], condition, add));
  }
  return { ofTrace, own };
}

/** Condition on a value of one column. */
type OfColumn = Exclude<ObservationCondition, { type: 'stringObject' }>;

/** SQL condition on the id of the trace, where possible by its key, which has an index. */
function ofTraceId(project: StoredProject, condition: OfColumn, add: Values['add']): string {
  if (condition.type !== 'stringOptions')
    return sqlOf(`coalesce(lower(nullif(t.sent_id, '')), ${answeredId(project)}::text)`, condition, add);
  const keys = condition.value.map((id) => traceKey(project, id));
  return isAmong('t.id', condition.operator, `${add(keys)}::uuid[]`);
}

/** SQL: ids in answers, in lower case as the texts that are sought in them. */
const ANSWERED_IDS = {
  id: 'coalesce(lower(o.sent_id), o.id::text)',
  parentObservationId: 'coalesce(lower(o.sent_parent_id), o.parent_id::text)',
} as const;

/** Columns of UUIDs. */
const IDS: ReadonlySet<ObservationColumn> = new Set(['id', 'parentObservationId']);

function sqlOf(column: string, condition: OfColumn, add: Values['add']): string {
  if (condition.type === 'datetime') {
    return `${column} ${condition.operator === '<' ? '<' : '>='} ${addTime({ add }, condition.value)}`;
  }
  if (condition.type === 'null' && column === OF_TRACE.tags) return isEmpty(column, condition.operator);
  if (!IDS.has(condition.column)) return holds(column, condition, add);
  if (condition.type === 'stringOptions') {
    return isAmong(column, condition.operator, `${add(condition.value)}::uuid[]`);
  }
  return holds(
    condition.type === 'string' ? ANSWERED_IDS[condition.column as keyof typeof ANSWERED_IDS] : column,
    condition,
    add,
  );
}

import type { TraceColumn } from '@sluice/record';
import { type StoredProject, traceKey } from '../projects';
import { IS_OPEN, OUTCOME } from '../trace-outcome';
import { type OptionOperator, holds, isAmong, isEmpty } from './condition-sql';
import type { Values } from './database';
import { type StoredMetadata, ofMember } from './metadata-conditions';
import { observationConditions } from './observation-conditions';
import type { TraceCondition } from './trace-condition';
import type { TraceSelection } from './trace';
import { ENVIRONMENT, fieldConditions, windowConditions } from './trace-filter';
import { LATENCY } from './trace-row';

/** SQL expressions on `sluice.traces t`, by column of a condition: the closed map from a request to an identifier in SQL. */
const COLUMNS: Readonly<
  Record<Exclude<TraceColumn, 'timestamp' | 'model' | 'service' | 'metadata' | 'observations'>, string>
> = {
  id: `coalesce(lower(nullif(t.sent_id, '')), coalesce(t.public_id, t.id)::text)`,
  name: 't.name',
  userId: 't.user_id',
  sessionId: 't.session_id',
  release: 't.release',
  version: 't.version',
  environment: ENVIRONMENT,
  tags: 't.tags',
  public: 'coalesce(t.public, false)',
  bookmarked: 'false',
  latency: `extract(epoch from ${LATENCY})`,
  totalCost: 't.total_cost',
  inputTokens: 't.input_tokens',
  outputTokens: 't.output_tokens',
  totalTokens: 't.total_tokens',
  tokens: 't.total_tokens',
  observationCount: 't.observation_count',
  // Empty if the trace has neither: then it fulfils no condition on these levels.
  level: `case when t.error_count > 0 then 'ERROR' when t.warning_count > 0 then 'WARNING' else '' end`,
  errorCount: 't.error_count',
  warningCount: 't.warning_count',
  outcome: OUTCOME,
  isOpen: `(${IS_OPEN})`,
};

const METADATA: StoredMetadata = { value: 'i.metadata', part: 't.part', trace: 't.id' };

/** SQL condition on the values of its own that a trace has. */
const ofOwn = (condition: string): string =>
  `t.has_io and exists (select from sluice.trace_io i where i.part = t.part and i.trace_id = t.id and ${condition})`;

/** SQL conditions on `sluice.traces t` for all of a selection. */
export const selectionConditions = (
  project: StoredProject,
  { filter, conditions = [] }: TraceSelection,
  values: Values,
): string[] => [
  ...fieldConditions(filter, values),
  ...windowConditions(filter, values),
  ...furtherConditions(project, conditions, values),
];

/** SQL conditions on `sluice.traces t`, one for each condition. */
export function furtherConditions(
  project: StoredProject,
  conditions: readonly TraceCondition[],
  values: Values,
): string[] {
  return conditions.map((condition) => sqlOf(project, condition, values));
}

function sqlOf(project: StoredProject, condition: TraceCondition, values: Values): string {
  const { add } = values;
  if (condition.type === 'stringObject') return ofOwn(ofMember(METADATA, condition, add));
  if (condition.type === 'observation') return ofObservations(project, condition, values);
  if (isOfModels(condition)) return ofModels(condition, add);
  if (isOfServices(condition)) return ofServices(condition, add);
  const column = COLUMNS[condition.column as keyof typeof COLUMNS];
  if (condition.type === 'stringOptions' && condition.column === 'id') {
    return onId(project, condition.operator, condition.value, add);
  }
  // A trace without tags has an empty list.
  if (condition.type === 'null' && condition.column === 'tags') return isEmpty(column, condition.operator);
  return holds(column, condition, add);
}

/** SQL condition on the id, by its key, which has an index. @param ids lower-case UUIDs */
function onId(project: StoredProject, operator: OptionOperator, ids: readonly string[], add: Values['add']): string {
  return isAmong('t.id', operator, `${add(ids.map((id) => traceKey(project, id)))}::uuid[]`);
}

type ObservationsCondition = Extract<TraceCondition, { type: 'observation' }>;

/** SQL condition: one observation fulfils all conditions, or none does. Observations are looked up by trace, whatever the planner expects. */
function ofObservations(project: StoredProject, { operator, value }: ObservationsCondition, values: Values): string {
  const { ofTrace, own } = observationConditions(project, value, values);
  const found = `exists (
    select from sluice.observations o where ${['o.part = t.part', 'o.trace_id = t.id', ...own].join(' and ')} offset 0)`;
  const some = `coalesce(${[...ofTrace, found].join(' and ')}, false)`;
  return operator === 'some' ? some : `not ${some}`;
}

/** Condition on a list of values of its observations. */
type ListCondition = Extract<TraceCondition, { type: 'arrayOptions' | 'null' }>;
type ModelCondition = ListCondition & { readonly column: 'model' };
type ServiceCondition = ListCondition & { readonly column: 'service' };

const isOfModels = (condition: TraceCondition): condition is ModelCondition => condition.column === 'model';
const isOfServices = (condition: TraceCondition): condition is ServiceCondition => condition.column === 'service';

/** SQL condition on the services of the observations, which are looked up by trace, whatever the planner expects. */
function ofServices(condition: ServiceCondition, add: Values['add']): string {
  const from = (holds: string): string =>
    `from sluice.observations o where o.part = t.part and o.trace_id = t.id and ${holds} offset 0`;
  return ofList({ value: 'o.service', from }, condition, add);
}

/** SQL condition on models, by the usage of the trace, which contains its models, and an empty text for none. */
function ofModels(condition: ModelCondition, add: Values['add']): string {
  const from = (holds: string): string =>
    `from sluice.trace_usage u where u.part = t.part and u.trace_id = t.id and ${holds}`;
  return ofList({ value: `nullif(u.model, '')`, from }, condition, add);
}

interface ListSource {
  /** SQL: one value; several rows of a trace may have it. */
  readonly value: string;
  /** Returns SQL: the rows of a trace `t` that fulfil a condition. */
  readonly from: (holds: string) => string;
}

/** SQL condition on the list of the different values of a trace. */
function ofList({ value, from }: ListSource, condition: ListCondition, add: Values['add']): string {
  if (condition.type === 'null') {
    return `${condition.operator === 'is null' ? 'not ' : ''}exists (select ${from(`${value} is not null`)})`;
  }
  const wanted = [...new Set(condition.value)];
  const isOne = from(`${value} = any(${add(wanted)}::text[])`);
  switch (condition.operator) {
    case 'any of':
      return `exists (select ${isOne})`;
    case 'none of':
      return `not exists (select ${isOne})`;
    case 'all of':
      return `(select count(distinct ${value}) ${isOne}) = ${add(wanted.length)}::bigint`;
  }
}

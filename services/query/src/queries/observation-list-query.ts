import { type ObservationCondition as Given, type ObservationGroup, type QueryOf } from '@sluice/api';
import type { Micros, ObservationColumn } from '@sluice/record';
import type { ObservationCondition, ObservationListQuery, ObservationText } from '@sluice/store/read';

/** Values that select observations. */
type Selecting = Omit<QueryOf<'scanObservations'>, 'fields' | 'expandMetadata' | 'limit' | 'cursor' | 'parseIoAsJson'>;
type Selection = Pick<ObservationListQuery, 'from' | 'before' | 'conditions'>;

const ALL_TEXTS = ['input', 'output', 'metadata', 'modelParameters', 'usageDetails', 'costDetails'] as const;

/** Query of a page of observations (contract: Observations). @throws ApiError 400 */
export const observationPageQuery = (parameters: QueryOf<'listObservations'>): ObservationListQuery => ({
  ...observationSelection(parameters),
  at: { page: parameters.page },
  limit: parameters.limit,
  texts: ALL_TEXTS,
});

/** Names of the filters that a request for observations by their ids has. */
export function filtersBesideIds(parameters: QueryOf<'listObservations'>): readonly string[] {
  const { environment, filter, traceId: _trace, ...others } = valuesOf(parameters);
  return [
    ...Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    ...(environment.length > 0 ? ['environment'] : []),
    ...(filter.length > 0 ? ['filter'] : []),
  ];
}

/** Query of an answer with a cursor, and what it has of each observation. */
export interface ObservationScanQuery {
  readonly query: ObservationListQuery;
  readonly groups: ReadonlySet<ObservationGroup>;
  /** Members of metadata that are not truncated. */
  readonly expanded: ReadonlySet<string>;
}

const BY_DEFAULT: ReadonlySet<ObservationGroup> = new Set(['core', 'basic']);

/** Values that are read for a group. */
const TEXTS: Partial<Record<ObservationGroup, readonly ObservationText[]>> = {
  io: ['input', 'output'],
  metadata: ['metadata'],
  model: ['modelParameters'],
  usage: ['usageDetails', 'costDetails'],
};

/** @throws ApiError 400 */
export function observationScanQuery(parameters: QueryOf<'scanObservations'>): ObservationScanQuery {
  const { cursor, limit, fields: groups = BY_DEFAULT, expandMetadata: expanded } = parameters;
  const after = cursor && { startTime: cursor.timestamp, traceId: cursor.id, id: cursor.observationId };
  const texts = [...groups].flatMap((group) => TEXTS[group] ?? []);
  return {
    query: { ...observationSelection(parameters), at: { ...(after && { after }) }, limit, texts },
    groups,
    expanded,
  };
}

/** Returns the window and the conditions. What an expression contains of a column replaces the parameters for this column, as for traces. */
export function observationSelection(parameters: Selecting): Selection {
  const { fromStartTime, toStartTime, filter } = parameters;
  const replaced = new Set<ObservationColumn>(filter.map(({ column }) => column));
  const given = conditionsOf(valuesOf(parameters)).filter(({ column }) => !replaced.has(column));
  const [from, before] = replaced.has('startTime') ? [] : [fromStartTime?.micros, toStartTime?.micros];
  let bounds = { from: from ?? -Infinity, before: before ?? Infinity };
  const conditions = [...given];
  for (const condition of filter) {
    if (condition.type !== 'datetime') conditions.push(condition);
    else if (condition.column === 'startTime') {
      const { operator, value } = boundOf(condition);
      if (operator === '<') bounds = { ...bounds, before: Math.min(bounds.before, value) };
      else bounds = { ...bounds, from: Math.max(bounds.from, value) };
    } else conditions.push(observationCondition(condition));
  }
  return {
    conditions,
    ...(bounds.from > -Infinity && { from: bounds.from }),
    ...(bounds.before < Infinity && { before: bounds.before }),
  };
}

/** Returns a condition with the bound of its time, if it has one. */
export const observationCondition = (condition: Given): ObservationCondition =>
  condition.type === 'datetime' ? { ...condition, ...boundOf(condition) } : condition;

type TimeCondition = Extract<Given, { readonly type: 'datetime' }>;

/** Returns the half-open bound of a condition. A time in milliseconds or coarser is all of that millisecond. */
function boundOf({ operator, value: { micros, precision } }: TimeCondition): {
  readonly operator: '>=' | '<';
  readonly value: Micros;
} {
  const isEnd = operator === '<' || operator === '<=';
  const includes = operator === '>' || operator === '<=';
  return { operator: isEnd ? '<' : '>=', value: includes ? micros + precision : micros };
}

/** Reads the values of the parameters that are conditions. They are accessors of a prototype, which a spread does not copy. */
function valuesOf(parameters: Selecting) {
  const { name, type, level, version, userId, sessionId, traceId, parentObservationId, isRootObservation } = parameters;
  const { environment, filter, fromStartTime, toStartTime } = parameters;
  return {
    ...{ name, type, level, version, userId, sessionId, traceId, parentObservationId, isRootObservation },
    ...{ environment, filter, fromStartTime, toStartTime },
  };
}

function conditionsOf(values: ReturnType<typeof valuesOf>): ObservationCondition[] {
  const { traceId, parentObservationId, isRootObservation, environment } = values;
  const conditions: ObservationCondition[] = [];
  for (const column of ['name', 'type', 'level', 'version', 'userId', 'sessionId'] as const) {
    const value = values[column];
    if (value !== undefined) conditions.push({ type: 'string', column, operator: '=', value });
  }
  if (environment.length > 0) {
    conditions.push({ type: 'stringOptions', column: 'environment', operator: 'any of', value: environment });
  }
  if (traceId !== undefined) conditions.push(isOf('traceId', traceId));
  if (parentObservationId === '') {
    conditions.push({ type: 'null', column: 'parentObservationId', operator: 'is null', value: null });
  } else if (parentObservationId !== undefined) {
    conditions.push(isOf('parentObservationId', parentObservationId));
  }
  if (isRootObservation !== undefined) {
    const value = isRootObservation === 'true';
    conditions.push({ type: 'boolean', column: 'isRootObservation', operator: '=', value });
  }
  return conditions;
}

/** Condition of one id; text that is no id is the id of nothing. */
const isOf = (column: 'traceId' | 'parentObservationId', id: string | null): ObservationCondition => ({
  ...{ type: 'stringOptions', column, operator: 'any of' },
  value: id === null ? [] : [id],
});

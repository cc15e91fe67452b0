import { scoreIdOfText } from '@sluice/record';
import { traceKey } from '../projects';
import type { Values } from './database';
import { type ProjectQueries, isVisible } from './project';
import type { ScoreFilter, ScoreOperator } from './score';
import { hasTags, windowConditions } from './trace-filter';

/** Columns that have one of the values of a list: the closed map from a filter to an identifier in SQL. */
const COLUMNS = {
  observationIds: 's.observation_id',
  names: 's.name',
  sources: 's.source',
  dataTypes: 's.data_type',
  environments: 's.environment',
  configIds: 's.config_id',
  queueIds: 's.queue_id',
  authorUserIds: 's.author_user_id',
  sessionIds: 's.session_id',
  datasetRunIds: 's.dataset_run_id',
  numbers: 's.value',
  texts: 's.string_value',
} as const satisfies Partial<Record<keyof ScoreFilter, string>>;

/** Types of the columns that are no text. */
const TYPES: Partial<Record<keyof typeof COLUMNS, string>> = { observationIds: 'uuid', numbers: 'double precision' };

const OPERATORS: Readonly<Record<ScoreOperator, string>> = {
  '=': '=',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

/** SQL: true for scores in the form of version 1 of the Langfuse API: of a trace or its observations, and no correction. */
export const OF_TRACES = `s.trace_id is not null and s.data_type <> 'CORRECTION'`;

/** SQL conditions on `sluice.scores s` for a filter, without its project. */
export function scoreConditions(
  { project }: Pick<ProjectQueries, 'project'>,
  filter: ScoreFilter,
  values: Values,
): string[] {
  const { add } = values;
  const { ids, traceIds, comparisons = [], ofTraces = false } = filter;
  const oneOf = (column: string, type: string, given: readonly unknown[]): string =>
    `${column} = any(${add([...new Set(given)])}::${type}[])`;
  const lists = Object.entries(COLUMNS) as [keyof typeof COLUMNS, string][];
  return [
    ...windowConditions(filter, values, 's'),
    ...(ids === undefined
      ? []
      : [
          oneOf(
            's.id',
            'uuid',
            ids.flatMap((id) => keysOf(project, scoreIdOfText(id))),
          ),
        ]),
    ...(traceIds === undefined
      ? []
      : [
          oneOf(
            's.trace_id',
            'uuid',
            traceIds.map((id) => traceKey(project, id)),
          ),
        ]),
    ...lists.flatMap(([name, column]) => {
      const given = filter[name];
      return given === undefined ? [] : [oneOf(column, TYPES[name] ?? 'text', given)];
    }),
    ...comparisons.map(
      ({ operator, value }) =>
        `s.data_type = 'NUMERIC' and s.value ${OPERATORS[operator]} ${add(value)}::double precision`,
    ),
    ...(ofTraces ? [OF_TRACES] : []),
    ...ofTrace(project, filter, add),
  ];
}

/** SQL conditions on the trace of a score. */
function ofTrace(
  project: ProjectQueries['project'],
  { userId, traceTags = [] }: ScoreFilter,
  add: Values['add'],
): string[] {
  const conditions = [
    ...(userId === undefined ? [] : [`t.user_id = ${add(userId)}::text`]),
    ...(traceTags.length === 0 ? [] : [hasTags(`${add(traceTags)}::text[]`)]),
  ];
  if (conditions.length === 0) return [];
  const traces = `select t.id from sluice.traces t where ${[...conditions, isVisible(project)].join(' and ')}`;
  return [`s.trace_id in (${traces})`];
}

/** Returns the key of an id, or none for text that is no id. */
const keysOf = (project: ProjectQueries['project'], id: string | undefined): readonly string[] =>
  id === undefined ? [] : [traceKey(project, id)];

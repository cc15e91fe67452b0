import type { TRACE_VALUES } from '@sluice/record';
import { METADATA_BOUNDS } from '../observation-index-format';
import { textBytes, textOf } from '../packs/packed-text';
import { type StoredProject, isShardOf } from '../projects';
import { type Statement, collectValues } from './database';
import { heldByTexts } from './portions';
import { estimateHidden } from './daily-statement';
import { type ProjectDatabase, isKnown, isVisible } from './project';
import type { Held, TraceSelection } from './trace';
import { selectionConditions } from './trace-conditions';
import { ENVIRONMENT, where } from './trace-filter';
import { withTimeout, withinTimeout } from './statement-timeout';
import { type CandidateTraces, type ValueRow, candidateTraces, indexedValues } from './trace-index';

export interface TraceValuesQuery extends TraceSelection {
  readonly field: (typeof TRACE_VALUES)[number];
  /** Member of metadata whose values are listed; absent: names of members. Only for the field `metadata`. */
  readonly key?: string;
  /** Prefix of the values; empty: all. */
  readonly prefix: string;
  readonly limit: number;
}

export interface TraceValues extends Held {
  /** Values without duplicates, sorted by code point. */
  readonly values: readonly string[];
  /** There may be more. */
  readonly truncated: boolean;
}

interface Bounds {
  /** Milliseconds after which the scan of values ends; the answer contains the values found by then. */
  readonly scanMs: number;
  /** Limit of the newest traces of a selection whose values are read. */
  readonly newest: number;
}

const BOUNDS: Bounds = { scanMs: 200, newest: 10_000 };

/** Milliseconds of a statement that cannot return a partial result. */
const STATEMENT_MS = 1000;

/** Traces whose services are read, and observations of each. */
const OF_SERVICES = { traces: 500, observations: 100 } as const;

/** Traces whose metadata are read. */
const OF_METADATA = { traces: 1000 } as const;

/** SQL: metadata of a trace, and whether it has more bytes than are read. */
const METADATA = {
  from: 'sluice.trace_io i where n.has_io and i.part = n.part and i.trace_id = n.id',
  isLong: `${textBytes('i.metadata')} > ${METADATA_BOUNDS.bytes}`,
  json: `(${textOf('i.metadata', { part: 'i.part', trace: 'i.trace_id' }, `'null'`)})::json`,
} as const;

/** SQL: the first members of an object, or the one with a name, that are texts, numbers or truth values. */
const membersOf = (json: string, key: string | undefined): string =>
  key === undefined
    ? `(select e.key, e.value from json_each(${json}) e limit ${METADATA_BOUNDS.members}) m (name, value)`
    : `(select null, ${json} -> ${key}) m (name, value)`;

interface Field {
  /** SQL: columns of the newest traces, and the condition on them. */
  readonly columns: string;
  readonly has: (prefix: string) => string;
  /** SQL: the values of these traces, `newest n`. @param key SQL, of the query; undefined without one */
  readonly values: (prefix: string, key: string | undefined) => string;
  /** Limit of the newest traces whose values are read; absent: that of all fields. */
  readonly newest?: number;
  /** SQL condition on all of them: some of their values were not read. */
  readonly isCut?: string;
}

/** Returns a field with one value. */
const single = (column: string): Field => ({
  columns: `${column} as value`,
  has: (prefix) => `starts_with(${column}, ${prefix})`,
  values: () => 'select n.value from newest n',
});

/** Fields by name: the closed map from a request to an identifier in SQL. */
const FIELDS: Readonly<Record<TraceValuesQuery['field'], Field>> = {
  name: single('t.name'),
  userId: single('t.user_id'),
  sessionId: single('t.session_id'),
  release: single('t.release'),
  version: single('t.version'),
  environment: single(ENVIRONMENT),
  tags: {
    columns: 't.tags',
    has: () => `t.tags <> '{}'`,
    values: (prefix) =>
      `select v.value from newest n cross join unnest(n.tags) as v(value) where starts_with(v.value, ${prefix})`,
  },
  model: {
    columns: 't.id, t.part',
    has: () => 't.observation_count > 0',
    // A look-up for each: a join would read the usage of all traces.
    values: (prefix) => `
      select u.model from newest n cross join lateral (
        select u.model from sluice.trace_usage u where u.part = n.part and u.trace_id = n.id offset 0
      ) u
      where u.model <> '' and starts_with(u.model, ${prefix})`,
  },
  service: {
    columns: 't.id, t.part, t.observation_count',
    has: () => 't.observation_count > 0',
    values: (prefix) => `
      select o.service from newest n cross join lateral (
        select o.service from sluice.observations o
        where o.part = n.part and o.trace_id = n.id limit ${OF_SERVICES.observations}
      ) o
      where starts_with(o.service, ${prefix})`,
    newest: OF_SERVICES.traces,
    isCut: `bool_or(n.observation_count > ${OF_SERVICES.observations})`,
  },
  metadata: {
    columns: 't.id, t.part, t.has_io',
    has: () => 'true',
    values: (prefix, key) => `
      select v.value from newest n cross join lateral (
        select case when not ${METADATA.isLong} then ${METADATA.json} end as json from ${METADATA.from} offset 0
      ) i cross join lateral (
        select case when json_typeof(i.json) = 'object' then i.json end as json offset 0
      ) o cross join lateral ${membersOf('o.json', key)}
      cross join lateral (select ${key === undefined ? 'm.name' : `m.value #>> '{}'`} as value offset 0) v
      where json_typeof(m.value) in ('string', 'number', 'boolean') and char_length(v.value) <= ${METADATA_BOUNDS.characters}
        and starts_with(v.value, ${prefix})`,
    newest: OF_METADATA.traces,
    isCut: `bool_or(exists (select from ${METADATA.from} and ${METADATA.isLong}))`,
  },
};

/**
 * Lists the values of a field. Without a selection it lists all: from one value to the next by a B-tree of the trace index, and models by
 * the daily sums. With a selection, and while the index is not usable, it reads the newest traces.
 */
export async function traceValues(
  database: ProjectDatabase,
  query: TraceValuesQuery,
  bounds = BOUNDS,
): Promise<TraceValues> {
  const rows = (await readAll(database, query, bounds)) ?? (await readNewest(database, query, bounds));
  const found = rows.flatMap(({ value }) => value ?? []);
  const values = found.slice(0, query.limit);
  const truncated = found.length > values.length || rows.some(({ is_cut }) => is_cut);
  return { values, truncated, heldBytes: heldByTexts(values) };
}

/** Lists all values; undefined if traces are selected, or the index is not usable. */
async function readAll(
  database: ProjectDatabase,
  query: TraceValuesQuery,
  bounds: Bounds,
): Promise<readonly ValueRow[] | undefined> {
  const { field, prefix, limit } = query;
  const { statement, isSelected, of } = partsOf(database, query, bounds);
  const isRead = field === 'tags' || field === 'service' || field === 'metadata';
  if (isSelected || !isKnown(database.project) || isRead) return undefined;
  if (field === 'model') {
    return (await estimateHidden(database)) === undefined ? read(database, statement(counted(of))) : undefined;
  }
  return withinTimeout(database, STATEMENT_MS, (queries) =>
    indexedValues(queries, { field, prefix, limit: limit + 1, scanMs: bounds.scanMs }),
  );
}

async function readNewest(
  database: ProjectDatabase,
  query: TraceValuesQuery,
  bounds: Bounds,
): Promise<readonly ValueRow[]> {
  const source = await candidateTraces(database, query);
  const { statement, selected, values, of } = partsOf(database, query, bounds);
  return read(database, statement(newest(selected, source(values), of)));
}

const read = (database: ProjectDatabase, statement: Statement): Promise<ValueRow[]> =>
  withTimeout<ValueRow>(database, STATEMENT_MS, statement);

/** Returns the values of a statement of the query, with a function that runs its text. */
function partsOf({ project }: ProjectDatabase, query: TraceValuesQuery, bounds: Bounds) {
  const field = FIELDS[query.field];
  const { values, add } = collectValues();
  const selected = selectionConditions(project, query, { values, add });
  const of: Of = {
    ...bounds,
    field,
    newest: Math.min(bounds.newest, field.newest ?? Infinity),
    project,
    prefix: `${add(query.prefix)}::text`,
    key: query.key === undefined ? undefined : `${add(query.key)}::text`,
    limit: add(query.limit + 1),
  };
  return {
    of,
    selected,
    isSelected: selected.length > 0,
    values: { values, add },
    statement: (text: string): Statement => ({ text, values }),
  };
}

interface Of extends Bounds {
  readonly field: Field;
  readonly project: StoredProject;
  /** SQL: the prefix of the values, and the limit of rows. */
  readonly prefix: string;
  readonly limit: string;
  /** SQL: the member of metadata. */
  readonly key: string | undefined;
}

/** SQL: models by their daily sums, of which a model has one for each day. */
const counted = ({ project, prefix, limit }: Of): string => `
  select d.model as value, false as is_cut from sluice.daily_usage d
  where ${isShardOf('d.shard', project.id)} and d.model <> '' and starts_with(d.model, ${prefix})
  group by d.model having sum(d.observations) > 0
  order by d.model limit ${limit}`;

/** SQL: the values of the newest traces of the selection. */
const newest = (
  selected: readonly string[],
  { parts, from }: CandidateTraces,
  { field, project, prefix, key, limit, newest: most }: Of,
): string => `
  with ${parts} newest as materialized (
    select ${field.columns} from ${from}
    ${where([...selected, field.has(prefix), isVisible(project)])}
    order by t."timestamp" desc limit ${most + 1}
  )
  select v.value, c.is_cut
  from (select count(*) > ${most} or coalesce(${field.isCut ?? 'false'}, false) as is_cut from newest n) c left join (
    select distinct found.value from (${field.values(prefix, key)}) as found(value) order by 1 limit ${limit}
  ) v on true`;

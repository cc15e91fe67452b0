import type { TRACE_VALUES } from '@sluice/record';
import { DEFAULT_PROJECT, type StoredProject, isShardOf } from '../projects';
import { type Statement, collectValues } from './database';
import { heldByTexts } from './portions';
import { surveyHidden } from './daily-statement';
import { type ProjectDatabase, isVisible } from './project';
import type { Held, TraceSelection } from './trace';
import { furtherConditions } from './trace-conditions';
import { ENVIRONMENT, fieldConditions, where, windowConditions } from './trace-filter';
import { within } from './within';

export interface TraceValuesQuery extends TraceSelection {
  readonly field: (typeof TRACE_VALUES)[number];
  /** What they begin with; empty: anything. */
  readonly prefix: string;
  readonly limit: number;
}

export interface TraceValues extends Held {
  /** Sorted by code point, each once. */
  readonly values: readonly string[];
  /** There may be more. */
  readonly truncated: boolean;
}

interface Bounds {
  /** How long values are looked for, in milliseconds; what was found by then is answered. */
  readonly walkMs: number;
  /** The newest traces of a selection, whose values are looked at. */
  readonly newest: number;
}

const BOUNDS: Bounds = { walkMs: 200, newest: 10_000 };

/** How long a statement may take that cannot end with what it has. */
const STATEMENT_MS = 1000;

interface Field {
  /** SQL of `sluice.traces t`: what an index begins with that lists values; absent where none does. */
  readonly key?: string;
  /** SQL: what is looked at of the newest traces, and of which of them. */
  readonly columns: string;
  readonly has: (prefix: string) => string;
  /** SQL: the values of those, `newest n`. */
  readonly values: (prefix: string) => string;
}

/** A field with one value. */
const single = (column: string, key = column): Field => ({
  key,
  columns: `${column} as value`,
  has: (prefix) => `starts_with(${column}, ${prefix})`,
  values: () => 'select n.value from newest n',
});

/** The only way from a request to an identifier in SQL. */
const FIELDS: Readonly<Record<TraceValuesQuery['field'], Field>> = {
  name: single('t.name', 'left(t.name, 500)'),
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
    // One look-up each: a join would read the usage of all traces.
    values: (prefix) => `
      select u.model from newest n cross join lateral (
        select u.model from sluice.trace_usage u where u.part = n.part and u.trace_id = n.id offset 0
      ) u
      where u.model <> '' and starts_with(u.model, ${prefix})`,
  },
};

/**
 * Reads the values of a field. Where nothing selects traces these are all: from one value to the next by an index, which all projects
 * share, so only for the default one, and models by the daily sums. Else the newest traces are looked at.
 */
export async function traceValues(
  database: ProjectDatabase,
  query: TraceValuesQuery,
  bounds = BOUNDS,
): Promise<TraceValues> {
  const statement = await statementOf(database, query, bounds);
  const rows = await within<ValueRow>(database, STATEMENT_MS, statement);
  const found = rows.flatMap(({ value }) => value ?? []);
  const values = found.slice(0, query.limit);
  const truncated = found.length > values.length || rows.some(({ is_cut }) => is_cut);
  return { values, truncated, heldBytes: heldByTexts(values) };
}

interface ValueRow {
  readonly value: string | null;
  /** Not everything was looked at. */
  readonly is_cut: boolean;
}

async function statementOf(database: ProjectDatabase, query: TraceValuesQuery, bounds: Bounds): Promise<Statement> {
  const { project } = database;
  const { values, add } = collectValues();
  const selected = [
    ...fieldConditions(query.filter, { values, add }),
    ...windowConditions(query.filter, { values, add }),
    ...furtherConditions(project, query.conditions ?? [], { values, add }),
  ];
  const field = FIELDS[query.field];
  const of = { ...bounds, field, project, prefix: `${add(query.prefix)}::text`, limit: add(query.limit + 1) };
  const isUnselected = selected.length === 0;
  if (isUnselected && query.field === 'model' && (await surveyHidden(database)) === undefined) {
    return { text: counted(of), values };
  }
  const { key } = field;
  const isWalked = isUnselected && key !== undefined && project.id === DEFAULT_PROJECT;
  return { text: isWalked ? walk(key, of) : newest(selected, of), values };
}

interface Of extends Bounds {
  readonly field: Field;
  readonly project: StoredProject;
  /** SQL: the text that values begin with, and how many rows are wanted. */
  readonly prefix: string;
  readonly limit: string;
}

/** Models have sums for each day. */
const counted = ({ project, prefix, limit }: Of): string => `
  select d.model as value, false as is_cut from sluice.daily_usage d
  where ${isShardOf('d.shard', project.id)} and d.model <> '' and starts_with(d.model, ${prefix})
  group by d.model having sum(d.observations) > 0
  order by d.model limit ${limit}`;

/**
 * One step of the index for each value, whoever has it; the first step that comes too late is the last one. Of a name that is longer
 * than its entry in the index the whole is not known there: it is left out.
 */
const walk = (key: string, { field, project, prefix, limit, walkMs }: Of): string => `
  with recursive walk as (
    (select ${key} as value, false as is_late from sluice.traces t
     where ${key} >= ${prefix} order by ${key} nulls first limit 1)
    union all
    select next.value, clock_timestamp() > statement_timestamp() + interval '${walkMs} ms'
    from walk w cross join lateral (
      select ${key} as value from sluice.traces t where ${key} > w.value order by ${key} nulls first limit 1
    ) next
    where not w.is_late and starts_with(w.value, ${prefix})
  )
  select case when not w.is_late then w.value end as value, w.is_late as is_cut
  from walk w
  where starts_with(w.value, ${prefix}) and (w.is_late or exists (
    select from (select ${field.columns}, t.project, t.part from sluice.traces t where ${key} = w.value) t
    where t.value = w.value and ${isVisible(project)}
  ))
  limit ${limit}`;

/** What the newest traces of the selection have. */
const newest = (selected: readonly string[], { field, project, prefix, limit, newest: most }: Of): string => `
  with newest as materialized (
    select ${field.columns} from sluice.traces t
    ${where([...selected, field.has(prefix), isVisible(project)])}
    order by t."timestamp" desc limit ${most + 1}
  )
  select v.value, c.is_cut
  from (select count(*) > ${most} as is_cut from newest) c left join (
    select distinct found.value from (${field.values(prefix)}) as found(value) order by 1 limit ${limit}
  ) v on true`;

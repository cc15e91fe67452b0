import type { TRACE_VALUES } from '@sluice/record';
import { NAME_LENGTH, TEXT_FIELDS } from '../trace-index-format';
import { type StoredProject, isShardOf } from '../projects';
import { type Statement, collectValues } from './database';
import { type CandidateTraces, candidateTraces } from './index-candidates';
import { usable } from './index-matches';
import { heldByTexts } from './portions';
import { estimateHidden } from './daily-statement';
import { type ProjectDatabase, isKnown, isVisible } from './project';
import type { Held, TraceSelection } from './trace';
import { selectionConditions } from './trace-conditions';
import { ENVIRONMENT, where } from './trace-filter';
import { type BitField, BIT_FIELDS, isOf, isTheOne } from './index-sets';
import { withTimeout } from './statement-timeout';

export interface TraceValuesQuery extends TraceSelection {
  readonly field: (typeof TRACE_VALUES)[number];
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

interface Field {
  /** Column of index entries whose B-tree lists values; absent if none does. */
  readonly column?: string;
  /** SQL: columns of the newest traces, and the condition on them. */
  readonly columns: string;
  readonly has: (prefix: string) => string;
  /** SQL: the values of these traces, `newest n`. */
  readonly values: (prefix: string) => string;
}

/** Returns a field with one value. */
const single = (field: BitField, column: string): Field => ({
  column: TEXT_FIELDS[BIT_FIELDS[field]],
  columns: `${column} as value`,
  has: (prefix) => `starts_with(${column}, ${prefix})`,
  values: () => 'select n.value from newest n',
});

/** Fields by name: the closed map from a request to an identifier in SQL. */
const FIELDS: Readonly<Record<TraceValuesQuery['field'], Field>> = {
  name: single('name', 't.name'),
  userId: single('userId', 't.user_id'),
  sessionId: single('sessionId', 't.session_id'),
  release: single('release', 't.release'),
  version: single('version', 't.version'),
  environment: single('environment', ENVIRONMENT),
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

interface ValueRow {
  readonly value: string | null;
  /** Some traces or values were not read. */
  readonly is_cut: boolean;
}

/** Lists all values; undefined if traces are selected, or the index is not usable. */
async function readAll(
  database: ProjectDatabase,
  query: TraceValuesQuery,
  bounds: Bounds,
): Promise<readonly ValueRow[] | undefined> {
  const { statement, isSelected, of } = partsOf(database, query, bounds);
  if (isSelected || !isKnown(database.project)) return undefined;
  if (query.field === 'model') {
    return (await estimateHidden(database)) === undefined ? read(database, statement(counted(of))) : undefined;
  }
  const { column } = of.field;
  if (column === undefined) return undefined;
  const rows = await read<ValueRow & { readonly usable: boolean }>(database, statement(scan(column, of)));
  return rows[0]?.usable === true ? rows : undefined;
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

const read = <Row extends ValueRow>(database: ProjectDatabase, statement: Statement): Promise<Row[]> =>
  withTimeout<Row>(database, STATEMENT_MS, statement);

/** Returns the values of a statement of the query, with a function that runs its text. */
function partsOf({ project }: ProjectDatabase, query: TraceValuesQuery, bounds: Bounds) {
  const { values, add } = collectValues();
  const selected = selectionConditions(project, query, { values, add });
  const of: Of = {
    ...bounds,
    field: FIELDS[query.field],
    project,
    prefix: `${add(query.prefix)}::text`,
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
}

/** SQL: models by their daily sums, of which a model has one for each day. */
const counted = ({ project, prefix, limit }: Of): string => `
  select d.model as value, false as is_cut from sluice.daily_usage d
  where ${isShardOf('d.shard', project.id)} and d.model <> '' and starts_with(d.model, ${prefix})
  group by d.model having sum(d.observations) > 0
  order by d.model limit ${limit}`;

/**
 * SQL: one step of the B-tree for each value; the first step after the time limit is the last one. Values of dirty traces are read from
 * their rows. A name that is longer than its index entry is left out, because its end is unknown there. (`between`, not `=`: for a range
 * the planner expects few rows and uses the index; for a value it expects many, and scans the table.)
 */
const scan = (column: string, { field, project, prefix, limit, scanMs }: Of): string => {
  // The order of the index: an environment is never null.
  const step = (condition: string): string => `
    select p.${column} as value from sluice.trace_index_entries p
    where ${isTheOne('p', project)} and ${condition} order by p.${column} ${column === 'environment' ? '' : 'nulls first'} limit 1`;
  const valueOf = (key: string): string =>
    `(select ${field.columns} from sluice.traces t where t.id = ${key} and ${isVisible(project)} offset 0) t`;
  return `
    with recursive state as materialized (select ${usable(project)} as usable),
    scan as (
      (select first.value, false as is_late from (${step(`p.${column} >= ${prefix}`)}) first where (select usable from state))
      union all
      select next.value, clock_timestamp() > statement_timestamp() + interval '${scanMs} ms'
      from scan w cross join lateral (${step(`p.${column} > w.value`)}) next
      where not w.is_late and starts_with(w.value, ${prefix})
    ),
    scanned as materialized (
      select case when not w.is_late then w.value end as value, w.is_late as is_cut
      from scan w
      where starts_with(w.value, ${prefix}) and (w.is_late or exists (
        select from sluice.trace_index_entries p cross join lateral ${valueOf('p.key')}
        where ${isOf('p', project)} and p.${column} between w.value and w.value and t.value = w.value
      ))
      limit ${limit}
    ),
    changed as materialized (
      select distinct t.value from (select distinct m.key from sluice.trace_index_dirty m where ${isOf('m', project)}) m
        cross join lateral ${valueOf('m.key')}
      where (select usable from state) and starts_with(t.value, ${prefix}) and length(t.value) <= ${NAME_LENGTH}
    )
    select s.usable, v.value, coalesce(v.is_cut, false) as is_cut
    from state s left join (
      select value, is_cut from scanned where is_cut
      union all
      (select value, false from (select value from scanned where not is_cut union select value from changed) f
       order by value limit ${limit})
    ) v on true
    order by v.value`;
};

/** SQL: the values of the newest traces of the selection. */
const newest = (
  selected: readonly string[],
  { parts, from }: CandidateTraces,
  { field, project, prefix, limit, newest: most }: Of,
): string => `
  with ${parts} newest as materialized (
    select ${field.columns} from ${from}
    ${where([...selected, field.has(prefix), isVisible(project)])}
    order by t."timestamp" desc limit ${most + 1}
  )
  select v.value, c.is_cut
  from (select count(*) > ${most} as is_cut from newest) c left join (
    select distinct found.value from (${field.values(prefix)}) as found(value) order by 1 limit ${limit}
  ) v on true`;

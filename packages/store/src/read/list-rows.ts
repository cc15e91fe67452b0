import { type Statement, collectValues } from './database';
import { candidateTraces } from './trace-index';
import { isShardOf } from '../projects';
import { OUTCOME_RANK } from '../trace-outcome';
import { type ProjectDatabase, isHidden, isVisible, answeredId } from './project';
import { furtherConditions } from './trace-conditions';
import type { TracePageQuery, TraceOrder, TraceOrderField } from './trace';
import { ENVIRONMENT, fieldConditions, where, windowConditions } from './trace-filter';
import { LATENCY, SCORED_TRACE_COLUMNS } from './trace-row';

interface SortKey {
  readonly sql: string;
  /** Set if the column may be null: the order then positions nulls, and an index must be declared with `nulls first` to serve it. */
  readonly nullable?: true;
}

/** Sort keys of each order, before the id: the closed map from a request to an identifier in SQL. */
const SORT_KEYS: Readonly<Record<TraceOrderField, readonly SortKey[]>> = {
  timestamp: [{ sql: 't."timestamp"' }],
  name: [{ sql: 't.name', nullable: true }],
  userId: [{ sql: 't.user_id', nullable: true }],
  sessionId: [{ sql: 't.session_id', nullable: true }],
  release: [{ sql: 't.release', nullable: true }],
  version: [{ sql: 't.version', nullable: true }],
  environment: [{ sql: ENVIRONMENT }],
  latency: [{ sql: LATENCY }],
  totalCost: [{ sql: 't.total_cost' }],
  public: [{ sql: 'coalesce(t.public, false)' }],
  outcome: [{ sql: OUTCOME_RANK }],
  id: [],
};

/**
 * Builds one statement of page and total by the rows of traces. In general it reads the matches once, with their sort key alone, then
 * counts and cuts them: otherwise the planner scans the order's index and tests the filter row by row. If the index of times covers the
 * query, page and total are two reads of it. Without any filter the total is a sum of counters, minus hidden traces.
 */
export async function rowsStatement(database: ProjectDatabase, query: TracePageQuery): Promise<Statement> {
  const { project } = database;
  const { filter, conditions = [], order, page, limit } = query;
  const source = await candidateTraces(database, query);
  const { values, add } = collectValues();
  const further = furtherConditions(project, conditions, { values, add });
  const fields = [...fieldConditions(filter, { values, add }), ...further];
  const window = windowConditions(filter, { values, add });
  const { parts, from } = source({ values, add });
  const matches = where([...fields, ...window, isVisible(project)]);

  const keys = SORT_KEYS[order.field];
  const id = answeredId(project);
  const found = `select ${['t.id as key', `${id} as id`, ...keys.map(({ sql }, n) => `${sql} as k${n}`)].join(', ')} from ${from} ${matches}`;
  const cut = `limit ${add(limit)} offset ${add((page - 1) * limit)}`;

  const unfiltered = fields.length === 0 && window.length === 0;
  const byIndex = unfiltered || (order.field === 'timestamp' && fields.length === 0);
  const total = unfiltered
    ? `select coalesce(sum(d.traces), 0)::bigint - (select count(*) from sluice.traces t where ${isHidden(project)}) as total_items
       from sluice.daily_traces d where ${isShardOf('d.shard', project.id)}`
    : `select count(*) as total_items from ${byIndex ? `sluice.traces t ${matches}` : 'found'}`;
  const text = `
    with ${parts} ${byIndex ? '' : `found as materialized (${found}),`}
    page as materialized (${byIndex ? found : 'select * from found'} order by ${orderBy(order, '')} ${cut})
    select c.total_items, ${SCORED_TRACE_COLUMNS}
    from (${total}) c left join (page join sluice.traces t on t.id = page.key) on true
    order by ${orderBy(order, 'page.')}`;
  return { text, values };
}

function orderBy({ field, direction }: TraceOrder, prefix: string): string {
  const nulls = direction === 'asc' ? 'nulls first' : 'nulls last';
  const keys = SORT_KEYS[field].map(({ nullable }, n) => `${prefix}k${n} ${direction} ${nullable ? nulls : ''}`);
  return [...keys, `${prefix}id ${direction}`].join(', ');
}

import type { PoolClient } from 'pg';
import { MAX_OBSERVATIONS } from '../../observation-index-format';
import { INDEX_FORMAT } from '../../trace-index-format';
import type { GrowingTraces, QueuedTrace } from './growing-traces';

/** Key of a trace that is to be indexed. */
export interface TraceKey {
  readonly project: number;
  readonly key: string;
}

/** Row of `trace_index_state`: whether the index is complete, and how far a rebuild is. */
export interface IndexState {
  /** The index contains all traces that are not dirty. */
  readonly isComplete: boolean;
  /** The index is to be emptied first. */
  readonly mustRebuild: boolean;
  /** Its entries contain what those of this program do. */
  readonly isCurrent: boolean;
  /** Until the index is complete: timestamp of the last trace of the last page, in order of timestamp and id. Null: the rebuild has not begun. */
  readonly to: string | null;
  readonly id: string | null;
}

const COLUMNS = `is_complete as "isComplete", must_rebuild as "mustRebuild", format = ${INDEX_FORMAT} as "isCurrent", indexed_to::text as "to", indexed_id as id`;
const STATE = `select ${COLUMNS} from sluice.trace_index_state`;
/** Rows of an index without a state may be outdated, so the new state requires a rebuild. */
const MAKE_STATE = `insert into sluice.trace_index_state (is_complete, must_rebuild, format) values (false, true, ${INDEX_FORMAT}) returning ${COLUMNS}`;

/** Returns whether there are traces to index. Without a state the index is to be rebuilt. */
export async function hasWork(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ any: boolean }>(
    `select not f.is_complete or f.format <> ${INDEX_FORMAT} or exists (select from sluice.trace_index_dirty) as any from sluice.trace_index_state f`,
  );
  return rows[0]?.any !== false;
}

/**
 * Reads the state, and inserts it if its row was deleted. Until the index is complete and current, the row stays locked until the end of the
 * transaction.
 */
export async function holdState(client: PoolClient): Promise<IndexState> {
  const { rows } = await client.query<IndexState>(STATE);
  if (rows[0]?.isComplete === true && rows[0].isCurrent) return rows[0];
  const { rows: held } = await client.query<IndexState>(rows.length > 0 ? `${STATE} for update` : MAKE_STATE);
  if (held[0] === undefined) throw new Error('sluice.trace_index_state has no row');
  return held[0];
}

/** Limit of the keys that one round moves to the dirty backlog; moving them lasts some tenths of a second. */
const MAX_MOVED = 50_000;

/** Rows of the dirty queue that a round removes for each key: a trace that arrives in parts has a row for each of them. */
const ROWS_OF_KEY = 8;

/**
 * Removes keys from the dirty queue. If more keys wait than one round removes, all new ones are moved to the dirty backlog first. The backlog
 * gives each project its share of a round, so that many dirty traces of one project do not delay those of others. Without a backlog, keys of
 * traces that grow may be left.
 * @param limit number of keys; those of the backlog may include duplicates
 * @returns the removed keys without duplicates; `hasMore`: the queue may contain further keys, but for those of traces that grow
 */
export async function takeDirtyKeys(
  client: PoolClient,
  limit: number,
  growing: GrowingTraces,
): Promise<{ readonly keys: readonly TraceKey[]; readonly hasMore: boolean }> {
  const newRows = ROWS_OF_KEY * limit;
  const { rows: states } = await client.query<{ isBacklog: boolean }>(IS_BACKLOG, [limit, newRows]);
  const isBacklog = states[0]?.isBacklog === true;
  if (isBacklog) await client.query(MOVE_TO_BACKLOG, [MAX_MOVED]);
  const queued = isBacklog ? [] : (await client.query<QueuedTrace>(QUEUED, [newRows])).rows;
  const left = growing.choose(queued);
  const most = isBacklog ? limit : newRows;
  const { rows } = await (isBacklog
    ? client.query<TraceKey>(TAKE_FROM_BACKLOG, [most])
    : client.query<TraceKey>(takeNew('and key <> all($2::uuid[])'), [most, left]));
  const keys = [...new Map(rows.map((row) => [row.key, row])).values()];
  const later = await defer(client, keys);
  return { keys: keys.filter(({ key }) => !later.has(key)), hasMore: rows.length === most || later.size > 0 };
}

/** Observations that one round reads, but for those of its first trace. */
const MAX_READ = 50_000;

/** Moves the keys of traces beyond `MAX_READ` to the dirty backlog. Each project has an equal share of the observations of the round. */
async function defer(client: PoolClient, keys: readonly TraceKey[]): Promise<ReadonlySet<string>> {
  if (keys.length * MAX_OBSERVATIONS <= MAX_READ) return new Set();
  const values = [keys.map(({ project }) => project), keys.map(({ key }) => key), MAX_READ];
  const { rows } = await client.query<TraceKey>(DEFER, values);
  return new Set(rows.map(({ key }) => key));
}

/** SQL: moves those of the traces `$1` (projects), `$2` (keys) that are beyond `$3` observations. */
const DEFER = /* sql */ `
with sized as (
  select k.project, k.key, k.nth, case when t.observation_count <= ${MAX_OBSERVATIONS} then t.observation_count else 0 end as observations
  from unnest($1::integer[], $2::uuid[]) with ordinality k (project, key, nth) left join sluice.traces t on t.id = k.key
), shared as (
  select s.*, sum(observations) over (partition by project order by nth) as own from sized s
), ranked as (
  select s.*, sum(observations) over w as read, row_number() over w as place from shared s window w as (order by own, nth)
)
insert into sluice.trace_index_dirty_backlog (project, key)
select project, key from ranked where read > $3 and place > 1 order by place
returning project, key`;

/** SQL: whether the backlog has keys, or the rest of the queue has more than `$1` keys or `$2` rows. */
const IS_BACKLOG = /* sql */ `
select exists (select from sluice.trace_index_dirty_backlog)
  or (select count(*) > $2 or count(distinct m.key) > $1 from (select key from only sluice.trace_index_dirty limit $2 + 1) m) as "isBacklog"`;

/** SQL: the keys of the first `$1` rows of the dirty queue that are not in the backlog, those first that were mostly inserted last. */
const QUEUED = /* sql */ `
select m.key, count(*)::integer as rows
from (select key, ctid as row_id from only sluice.trace_index_dirty limit $1) m
group by m.key order by max(m.row_id) desc`;

/** SQL: removes up to `$1` rows of the dirty queue that are not in the backlog, in the order of the heap (mostly the oldest first). */
const takeNew = (but = ''): string => /* sql */ `
delete from only sluice.trace_index_dirty where ctid = any(array(select ctid from only sluice.trace_index_dirty limit $1)) ${but}
returning project, key, ctid as row_id`;

const MOVE_TO_BACKLOG = /* sql */ `
with moved as (${takeNew()})
insert into sluice.trace_index_dirty_backlog (project, key)
select project, key from moved group by project, key order by min(row_id)`;

/** SQL: removes up to `$1` keys of the backlog, the oldest first: an equal share for each project, and the rest of the round for any. */
const TAKE_FROM_BACKLOG = /* sql */ `
with recursive projects (project) as (
  (select b.project from sluice.trace_index_dirty_backlog b order by b.project limit 1)
  union all
  select (select b.project from sluice.trace_index_dirty_backlog b where b.project > p.project order by b.project limit 1)
  from projects p where p.project is not null
), shares as materialized (
  select b.row_id, b.id
  from (select project, greatest($1::bigint / count(*) over (), 1) as share from projects where project is not null) p
    cross join lateral (
      select b.ctid as row_id, b.id from sluice.trace_index_dirty_backlog b where b.project = p.project order by b.id limit p.share) b
  order by b.id limit $1
), candidates as (
  select row_id, id, true as is_share from shares
  union all
  (select b.ctid, b.id, false from sluice.trace_index_dirty_backlog b limit 2 * $1)
)
delete from sluice.trace_index_dirty_backlog where ctid = any(array(
  select row_id from candidates group by row_id order by bool_or(is_share) desc, min(id) limit $1))
returning project, key`;

/** A trace of a page in order of timestamp and id. */
export interface PagedTrace extends TraceKey {
  readonly at: string;
}

/** Reads the next page of traces after the last indexed one. Empty: all traces are indexed. */
export async function nextPage(
  client: PoolClient,
  { to, id }: IndexState,
  limit: number,
): Promise<readonly PagedTrace[]> {
  const { rows } = await client.query<PagedTrace>(
    `select project, id as key, "timestamp"::text as at from sluice.traces
     where $1::timestamptz is null or ("timestamp", id) > ($1, $2::uuid)
     order by "timestamp", id limit $3`,
    [to, id, limit],
  );
  return rows;
}

import type { PoolClient } from 'pg';

/** Traces to fold, by their keys. */
export interface TraceKey {
  readonly project: number;
  readonly key: string;
}

/** Where the fold stands. */
export interface IndexState {
  /** All traces are folded that have no mark. */
  readonly built: boolean;
  /** What is derived is to be removed first. */
  readonly stale: boolean;
  /** Until it is built: traces up to here, by timestamp and id, are folded. Null: none. */
  readonly to: string | null;
  readonly id: string | null;
}

const COLUMNS = 'built, stale, folded_to::text as "to", folded_id as id';
const STATE = `select ${COLUMNS} from sluice.trace_fold`;
/** What is derived without a state may be of any time. */
const MAKE_STATE = `insert into sluice.trace_fold (built, stale) values (false, true) returning ${COLUMNS}`;

/** Whether there is anything to fold: all of it where the state is missing. */
export async function hasWork(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ any: boolean }>(
    'select not f.built or exists (select from sluice.trace_changes) as any from sluice.trace_fold f',
  );
  return rows[0]?.any !== false;
}

/** Reads the state, and makes one that somebody has deleted. Until it is built, nobody else changes it before the end of the transaction. */
export async function holdState(client: PoolClient): Promise<IndexState> {
  const { rows } = await client.query<IndexState>(STATE);
  if (rows[0]?.built === true) return rows[0];
  const { rows: held } = await client.query<IndexState>(rows.length > 0 ? `${STATE} for update` : MAKE_STATE);
  if (held[0] === undefined) throw new Error('sluice.trace_fold has no row');
  return held[0];
}

/** Marks that one round moves to the backlog, at most: some tenths of a second. */
const MOST_MOVED = 50_000;

/**
 * Takes some of the marks away. More than one round are moved to the backlog first, from which each project gets its share of a round:
 * so marks of one project do not keep those of others waiting.
 * @returns whose they were, each once, and whether there may be more
 */
export async function takeDirtyKeys(
  client: PoolClient,
  most: number,
): Promise<{ readonly keys: readonly TraceKey[]; readonly hasMore: boolean }> {
  const { rows: found } = await client.query<{ isBacklog: boolean }>(IS_BACKLOG, [most]);
  const isBacklog = found[0]?.isBacklog === true;
  if (isBacklog) await client.query(MOVE_TO_BACKLOG, [MOST_MOVED]);
  const { rows } = await client.query<TraceKey>(isBacklog ? TAKE_FROM_BACKLOG : TAKE_NEW, [most]);
  return { keys: [...new Map(rows.map((row) => [row.key, row])).values()], hasMore: rows.length === most };
}

/** Whether marks wait, or more than `$1` have come. */
const IS_BACKLOG = /* sql */ `
select exists (select from sluice.trace_backlog)
  or (select count(*) > $1 from (select from only sluice.trace_changes limit $1 + 1) m) as "isBacklog"`;

/** SQL: removes up to `$1` marks that have come and are not in the backlog, the oldest first. */
const TAKE_NEW = /* sql */ `
delete from only sluice.trace_changes where ctid = any(array(select ctid from only sluice.trace_changes limit $1))
returning project, key`;

const MOVE_TO_BACKLOG = /* sql */ `
with moved as (${TAKE_NEW})
insert into sluice.trace_backlog (project, key) select project, key from moved`;

/** Removes up to `$1` marks of the backlog, the oldest first: an equal share for each project, and what is left of a round for any. */
const TAKE_FROM_BACKLOG = /* sql */ `
with recursive projects (project) as (
  (select b.project from sluice.trace_backlog b order by b.project limit 1)
  union all
  select (select b.project from sluice.trace_backlog b where b.project > p.project order by b.project limit 1)
  from projects p where p.project is not null
), shares as materialized (
  select b.place, b.id
  from (select project, greatest($1::bigint / count(*) over (), 1) as share from projects where project is not null) p
    cross join lateral (
      select b.ctid as place, b.id from sluice.trace_backlog b where b.project = p.project order by b.id limit p.share) b
  order by b.id limit $1
), candidates as (
  select place, id, true as is_share from shares
  union all
  (select b.ctid, b.id, false from sluice.trace_backlog b limit 2 * $1)
)
delete from sluice.trace_backlog where ctid = any(array(
  select place from candidates group by place order by bool_or(is_share) desc, min(id) limit $1))
returning project, key`;

/** One of the traces that are there, in order of timestamp and id. */
export interface PagedTrace extends TraceKey {
  readonly at: string;
}

/** The next traces after where the fold stands. None: it has come to the end. */
export async function nextPage(
  client: PoolClient,
  { to, id }: IndexState,
  most: number,
): Promise<readonly PagedTrace[]> {
  const { rows } = await client.query<PagedTrace>(
    `select project, id as key, "timestamp"::text as at from sluice.traces
     where $1::timestamptz is null or ("timestamp", id) > ($1, $2::uuid)
     order by "timestamp", id limit $3`,
    [to, id, most],
  );
  return rows;
}

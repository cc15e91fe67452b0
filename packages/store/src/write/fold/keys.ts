import type { PoolClient } from 'pg';

/** Traces to fold, by their keys. */
export interface TraceKey {
  readonly project: number;
  readonly key: string;
}

/** Where the fold stands. */
export interface FoldState {
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
export async function holdState(client: PoolClient): Promise<FoldState> {
  const { rows } = await client.query<FoldState>(STATE);
  if (rows[0]?.built === true) return rows[0];
  const { rows: held } = await client.query<FoldState>(rows.length > 0 ? `${STATE} for update` : MAKE_STATE);
  if (held[0] === undefined) throw new Error('sluice.trace_fold has no row');
  return held[0];
}

/** Takes some of the marks away. @returns whose they were, each once, and whether there may be more */
export async function takeMarks(
  client: PoolClient,
  most: number,
): Promise<{ readonly keys: readonly TraceKey[]; readonly hasMore: boolean }> {
  const { rows } = await client.query<TraceKey>(
    `delete from sluice.trace_changes where ctid = any(array(select ctid from sluice.trace_changes limit $1))
     returning project, key`,
    [most],
  );
  return { keys: [...new Map(rows.map((row) => [row.key, row])).values()], hasMore: rows.length === most };
}

/** One of the traces that are there, in order of timestamp and id. */
export interface PagedTrace extends TraceKey {
  readonly at: string;
}

/** The next traces after where the fold stands. None: it has come to the end. */
export async function nextPage(
  client: PoolClient,
  { to, id }: FoldState,
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

import { formatMicros } from '@sluice/record';
import type { Pool } from 'pg';

/** The hour that all traces are of, but those that retention has taken, which are of the one before. */
export const PART = 494_000;

/** A trace of a session. */
export interface Row {
  readonly n: number;
  /** 0: the default one. */
  readonly project: number;
  readonly sessionId: string | null;
  readonly environment: string | null;
  readonly timestamp: number;
  readonly part: number;
  readonly userId?: string | null;
  /** USD. */
  readonly cost?: number;
  /** Whether the row counts an observation of the level ERROR. */
  readonly fails?: boolean;
}

/** The id of a trace. */
export const uuid = (n: number): string => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
/** Returns the trace key, whose order is the reverse of that of the ids in a project that is not the default one. */
export const keyOf = ({ n, project }: Pick<Row, 'n' | 'project'>): string => uuid(project === 0 ? n : 0xffff - n);
/** Names of the projects, by their ids. */
export const NAMES = [undefined, 'acme', 'other'];

/** Inserts rows in addition to the existing ones. */
export async function insertTraces(owner: Pool, rows: readonly Row[]): Promise<void> {
  await owner.query(
    `insert into sluice.traces (id, public_id, project, part, shard, session_id, environment, "timestamp", created_at, updated_at,
       user_id, total_cost, error_count, total_tokens, stamp)
     select u.key, case when u.project > 0 then u.id end, u.project, u.part, 0, u.session, u.environment, u.at, u.at, u.at, u."user", u.cost, u.errors, 3, '3'
     from unnest($1::uuid[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::numeric[], $9::uuid[],
       $10::integer[]) as u(id, project, part, session, environment, at, "user", cost, key, errors)`,
    [
      rows.map(({ n }) => uuid(n)),
      rows.map(({ project }) => project),
      rows.map(({ part }) => part),
      rows.map(({ sessionId }) => sessionId),
      rows.map(({ environment }) => environment),
      rows.map(({ timestamp }) => formatMicros(timestamp)),
      rows.map(({ userId }) => userId ?? null),
      rows.map(({ cost }) => cost ?? 0),
      rows.map(keyOf),
      rows.map(({ fails = false }) => (fails ? 2 : 0)),
    ],
  );
}

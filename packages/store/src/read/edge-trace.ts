import { type StoredProject } from '../projects';
import { answeredId, isVisible } from './project';

/** Orders of the traces of a session, to read its first or its latest. */
const ORDERS = { first: '', latest: 'desc' } as const;

/**
 * SQL: joins to each row with a `session_id` the first, or the latest, trace `t` of this session: by time, then by the answered id. It is one
 * look-up in the index of sessions.
 */
export function edgeTrace(row: string, project: StoredProject, edge: keyof typeof ORDERS): string {
  const order = ORDERS[edge];
  return `cross join lateral (
    select t.* from sluice.traces t where t.session_id = ${row}.session_id and ${isVisible(project)}
    order by t."timestamp" ${order}, ${answeredId(project)} ${order} limit 1
  ) t`;
}

import type { Client } from 'pg';

/** Deletes one stored observation and duplicates one point, as a product that loses and doubles items would. */
export async function damage(sql: Client): Promise<void> {
  await sql.query(
    'delete from sluice.observations where (part, trace_id, id) in (select part, trace_id, id from sluice.observations limit 1)',
  );
  await sql.query(
    'insert into sluice.metric_points (series_id, ts, value) select series_id, ts, value from sluice.metric_points limit 1',
  );
}

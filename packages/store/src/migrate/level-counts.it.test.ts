import { connected, createTestDatabase, queryAll } from '@sluice/servers';
import { summaryDisagreements } from '@sluice/contracts';
import type { Client } from 'pg';

const PART = 20_000 * 24;
const KEPT = `set sluice.level_counts = 'kept'`;

/** SQL: a trace with the key of a number. */
const trace = (n: string, part: string): string => `
  insert into sluice.traces (id, part, shard, "timestamp", min_start, max_end, observation_count, created_at, updated_at, stamp)
  select ${n}, ${part}, 0, now(), now(), now(), 2, now(), now(), '3'`;
/** SQL: two observations of each trace. @param of rows that the other parameters are made of */
const observations = (n: string, part: string, level: string, of = '(select) x'): string => `
  insert into sluice.observations (part, trace_id, id, level, total_cost, counted, start_time, created_at, updated_at, stamp)
  select ${part}, ${n}, gen_random_uuid(), l, case when l is distinct from 'ERROR' then 0 end, true, now(), now(), now(), '3' from ${of} cross join lateral unnest(array[${level}, 'ERROR']) l`;
const key = (n: number | string): string => `md5((${n})::text)::uuid`;

async function database(): Promise<string> {
  const url = await createTestDatabase('migrated');
  await queryAll(url, `select sluice.ensure_trace_partitions(${PART}, ${PART + 24})`);
  return url;
}

const counts = (client: Client) =>
  client.query<{ errors: number; warnings: number }>(
    'select error_count as errors, warning_count as warnings from sluice.traces',
  );

test('what a writer from before stores, which moves no counts, is counted in its transaction', async () => {
  await connected(await database(), async (client) => {
    const id = key(1);
    await client.query(
      `begin; ${trace(id, String(PART))}; ${observations(id, String(PART), `'WARNING'`)}; ${trace(key(2), String(PART))}; commit`,
    );
    expect((await counts(client)).rows).toEqual(
      expect.arrayContaining([
        { errors: 1, warnings: 1 },
        { errors: 0, warnings: 0 },
      ]),
    );
    await client.query('delete from sluice.traces where error_count = 0');
    await client.query(
      `begin; update sluice.observations set level = 'ERROR';
       update sluice.traces set updated_at = now(); commit`,
    );
    expect((await counts(client)).rows).toEqual([{ errors: 2, warnings: 0 }]);
    const disagreements = await summaryDisagreements(client);
    expect(disagreements.filter(({ rule }) => rule.startsWith('traces hold'))).toEqual([]);
  });
});

test('a session that keeps the counts is trusted', async () => {
  await connected(await database(), async (client) => {
    await client.query(KEPT);
    await client.query(trace(key(1), String(PART)));
    await client.query('update sluice.traces set error_count = 7');
    expect((await counts(client)).rows).toEqual([{ errors: 7, warnings: 0 }]);
  });
});

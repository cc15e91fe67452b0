import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { retentionPoolConfig } from '../../session/pool-config';
import { type Database, DAY, HOUR, NOW, limitsAt, openDatabase, traceReceived } from './retention.testing';
import { createRetention } from './retention';

let database: Database;

const name = `retention_writer_${process.pid}`;
let pool: Pool;
beforeAll(async () => {
  database = openDatabase();
  await database.owner.query(`create role ${name} login password 'x' in role sluice_writer`);
  pool = new Pool(
    retentionPoolConfig(Object.assign(new URL(testDatabaseUrl()), { username: name, password: 'x' }).href),
  );
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const run = (days: number | undefined) =>
  createRetention({ pool, streams: [] }).run(() => limitsAt(NOW, days), new AbortController().signal);

test('who may only write forgets receipts and positions, and says what keeps him from dropping data', async () => {
  await database.owner.query(
    `insert into sluice.metric_receipts values (gen_random_uuid(), to_timestamp(${(NOW - 3 * DAY) / 1e6}))`,
  );
  await database.owner.query(
    `insert into sluice.ingest_offset (topic, epoch, partition, next_offset, updated_at)
     values ('sluice.traces.v1@ended', 0, 0, 1, to_timestamp(${(NOW - 31 * DAY) / 1e6}))`,
  );
  await database.send([traceReceived(1, NOW - 40 * DAY), traceReceived(2, NOW - HOUR)]);
  await expect(run(30)).rejects.toMatchObject({
    code: '42501',
    message: `nothing is dropped, because user ${name} may not act as sluice_owner: grant sluice_owner to ${name}, or name a login that may in DATABASE_OWNER_URL`,
  });
  expect(await database.column('select count(*) from sluice.metric_receipts')).toEqual(['0']);
  expect(await database.column(`select count(*) from sluice.ingest_offset where topic like '%@ended'`)).toEqual(['0']);
  await expect(run(undefined)).resolves.toMatchObject({ dropped: { traces: 0, receipts: 0 }, complete: true });
  expect(await database.traceIds()).toHaveLength(2);
});

test('a right that is given meanwhile counts at the next run', async () => {
  await database.owner.query(`grant sluice_owner to ${name}`);
  await expect(run(30)).resolves.toMatchObject({ dropped: { traces: 1 } });
});

import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { indexerPoolConfig } from '../../session/pool-config';
import { withClient } from '../../session/with-client';
import { ObservationRollups } from './observation-rollups';

let pool: Pool;
beforeAll(() => {
  pool = new Pool(indexerPoolConfig(testDatabaseUrl()));
});
afterAll(() => pool.end());

test('a block is due when it was idle, and the last one of its project much later', async () => {
  let now = 0;
  const rollups = new ObservationRollups({ idleMs: 10, lastIdleMs: 100, now: () => now });
  const next = () => withClient(pool.connect(), (client) => rollups.next(client));
  expect(rollups.isDue).toBe(true);
  expect(await next()).toBe(false); // it has read that no block lacks its rollups
  const blocks = [0, 1].map((block) => ({ project: 0, block }));
  rollups.addInvalidated(blocks);
  now = 9;
  rollups.addInvalidated([{ project: 1, block: 0 }]);
  expect(rollups.isDue).toBe(false);
  now = 10;
  expect([await next(), await next()]).toEqual([true, false]);
  now = 99;
  expect(rollups.isDue).toBe(false);
  now = 100;
  expect([await next(), await next()]).toEqual([true, false]);
  now = 109;
  expect([await next(), await next(), rollups.isDue]).toEqual([true, false, false]);
});

import { queryAll, testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { indexerPoolConfig } from '../../session/pool-config';
import { createTraceIndexer } from './index-traces';

let url: string;
let pool: Pool;
const round = () => createTraceIndexer({ pool, maxKeys: 1000 }).round(new AbortController().signal);

beforeEach(async () => {
  url = testDatabaseUrl();
  await queryAll(url, 'truncate sluice.trace_index_dirty');
  pool = new Pool(indexerPoolConfig(url));
  while ((await round())?.isComplete !== true);
});
afterEach(() => pool.end());

/** Inserts dirty keys of traces that begin with the project and end with their number. */
const makeDirty = (project: number, count: number) =>
  queryAll(
    url,
    `insert into sluice.trace_index_dirty (project, key)
     select ${project}, ('0000000${project}-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid from generate_series(1, ${count}) n`,
  );
/** Reads by project the first dirty key that is left, and the number of them. */
const left = () =>
  queryAll(
    url,
    'select project, min(key::text) as first, count(*)::integer as n from sluice.trace_index_dirty group by 1 order by 1',
  );

test('keys leave the dirty queue in the order of their insertion, wherever others are reading', async () => {
  // Scans of a table above a quarter of shared_buffers begin where the last one was.
  await makeDirty(0, 1_600_000);
  await queryAll(url, 'select count(*) from (select from sluice.trace_index_dirty limit 800000) m');
  await round();
  expect(await left()).toEqual([{ project: 0, first: '00000000-0000-4000-8000-0000000003e9', n: 1_599_000 }]);
  await round();
  expect(await left()).toEqual([{ project: 0, first: '00000000-0000-4000-8000-0000000007d1', n: 1_598_000 }]);
});

test('each project gets an equal share of a round, and what others leave of it', async () => {
  await makeDirty(0, 20_000);
  await makeDirty(1, 20);
  await makeDirty(2, 400);
  expect(await round()).toMatchObject({ indexed: 1000, waiting: 19_420 });
  expect(await left()).toEqual([
    { project: 0, first: '00000000-0000-4000-8000-000000000288', n: 19_353 },
    { project: 2, first: '00000002-0000-4000-8000-00000000014e', n: 67 },
  ]);
});

test('a key of many rows counts once in a round, and is moved to the backlog once', async () => {
  await makeDirty(0, 800);
  for (let update = 0; update < 4; update += 1) await makeDirty(0, 800);
  expect(await round()).toMatchObject({ indexed: 800, waiting: 0 });
  for (let update = 0; update < 4; update += 1) await makeDirty(0, 3000);
  expect(await round()).toMatchObject({ indexed: 1000, waiting: 2000 });
  expect(await left()).toEqual([{ project: 0, first: '00000000-0000-4000-8000-0000000003e9', n: 2000 }]);
});

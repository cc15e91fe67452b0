import { queryAll, testDatabaseUrl } from '@sluice/servers';
import { Pool } from 'pg';
import { foldPoolConfig } from '../../session/pool-config';
import { createFold } from './fold';

test('marks are taken in the order in which they came, wherever others are reading', async () => {
  const url = testDatabaseUrl();
  const pool = new Pool(foldPoolConfig(url));
  const round = () => createFold({ pool, mostKeys: 1000 }).round(new AbortController().signal);
  try {
    while ((await round())?.built !== true);
    // Scans of a table above a quarter of shared_buffers begin where the last one was.
    await queryAll(
      url,
      `insert into sluice.trace_changes (project, key)
       select 0, ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid from generate_series(1, 1600000) n`,
    );
    await queryAll(url, 'select count(*) from (select from sluice.trace_changes limit 800000) m');
    await round();
  } finally {
    await pool.end();
  }
  const left = 'select min(key::text) as first, count(*)::integer as n from sluice.trace_changes';
  expect(await queryAll(url, left)).toEqual([{ first: '00000000-0000-4000-8000-0000000003e9', n: 1_599_000 }]);
});

import { join } from 'node:path';
import { patience, temporaryFolder } from '@sluice/testbed/machine';
import { TcpProxy } from '@sluice/testbed/network';
import { Closers, createLogger } from '@sluice/runtime';
import { ClusterDatabase } from './cluster-database';
import { queryDatabase } from './query-database';

const folder = temporaryFolder('cluster-database', afterAll);
const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });
afterAll(() => closers.close(patience(30_000)));

test('a standby takes the place of a lost database with what had reached it, and so does the next one', async () => {
  const proxy = await TcpProxy.listen();
  closers.add('proxy', () => proxy.close());
  const database = await ClusterDatabase.start(
    { dataDir: join(folder, 'data'), proxies: [proxy] },
    { closers, signal: new AbortController().signal },
  );
  const url = database.urlThrough(proxy);
  const store = (next: number) =>
    queryDatabase(url, (sql) =>
      sql.query(
        `insert into sluice.ingest_offset as o (topic, epoch, "partition", next_offset) values ('t', 1, 0, $1)
         on conflict (topic, epoch, "partition") do update set next_offset = excluded.next_offset`,
        [next],
      ),
    );
  const stored = () =>
    queryDatabase(url, (sql) => sql.query<{ next: string }>('select next_offset as next from sluice.ingest_offset'));

  for (const begun of [0, 100]) {
    await store(begun + 1);
    await database.follow();
    await store(begun + 5);
    await database.untilStandbyHasAll();
    database.cutOffStandby();
    await store(begun + 12);
    expect(await database.failOver()).toBe(7);
    expect((await stored()).rows).toEqual([{ next: String(begun + 5) }]);
  }
  await expect(database.failOver()).rejects.toThrow('no standby');
  await database.crash();
  await database.restart();
  expect((await stored()).rows).toEqual([{ next: '105' }]);
});

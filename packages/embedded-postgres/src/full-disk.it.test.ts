import { join } from 'node:path';
import { type SmallDisk, canMount, closeIn, mountSmallDisk } from '@sluice/testbed/machine';
import { Client } from 'pg';
import { startEmbeddedPostgres } from './start';

const later = closeIn(afterEach);

function newDisk(size: string): SmallDisk {
  const disk = mountSmallDisk(size);
  later(() => disk.remove());
  return disk;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

// Only root may mount, and in many containers no account may.
const withMounts = canMount() ? describe : describe.skip;
withMounts('a full disk', () => {
  test('at the first start is named, and once there is room the start succeeds', async () => {
    const disk = newDisk('200m');
    const dataDir = join(disk.folder, 'data');
    disk.fill();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/cannot be used: make room on its disk/);
    disk.drain();
    await (await startEmbeddedPostgres({ dataDir })).stop();
  });

  test.each(['1m', '20m', '30m'])('in the middle of making the database is named too: %s', async (size) => {
    const dataDir = join(newDisk(size).folder, 'data');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/ its disk is full.* make room/s);
  });

  test('that ends the server is named as the reason, then at the start, and nothing committed is lost', async () => {
    const disk = newDisk('200m');
    const dataDir = join(disk.folder, 'data');
    const server = await startEmbeddedPostgres({ dataDir });
    await query(server.url, 'create table kept as select 42 as answer');
    disk.fill();
    // The log of changes grows, and for that there has to be room at any rate.
    const work = query(server.url, `select pg_logical_emit_message(false, '', repeat('x', 30000000))`);
    await expect(work).rejects.toThrow();
    const log = join(dataDir, 'postgres', 'postgres.log');
    await expect(server.ended).resolves.toBe(
      `because its disk is full: make room, then start again (its log is ${log})`,
    );
    await server.stop();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /does not start, because its disk is full: make room; its log .* ends with:/,
    );
    disk.drain();
    const again = await startEmbeddedPostgres({ dataDir });
    await expect(query(again.url, 'select answer from kept')).resolves.toEqual([{ answer: 42 }]);
    await again.stop();
  });
});

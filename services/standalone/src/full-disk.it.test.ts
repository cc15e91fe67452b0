import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SmallDisk, canMount, closeIn, mountSmallDisk } from '@sluice/testbed/machine';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Client } from 'pg';
import { type Run, endAll, run } from './process.testing';

const TOKEN = 'disk-token';
const headers = { Authorization: `Bearer ${TOKEN}` };

afterEach(endAll);
const later = closeIn(afterEach);

function newDisk(size: string): SmallDisk {
  const disk = mountSmallDisk(size);
  later(() => disk.remove());
  return disk;
}

const start = (disk: SmallDisk, env: NodeJS.ProcessEnv): Run =>
  run({ DATA_DIR: join(disk.folder, 'data'), API_BEARER_TOKEN: TOKEN, ...env });

const uuid = (n: number): string => `7d0f4f0e-5d1c-4a51-9d52-${n.toString(16).padStart(12, '0')}`;

/** Stores a trace of its own of about 200 KB, whose input does not compress. */
async function store(url: string, n: number): Promise<Response> {
  const input = Array.from({ length: 16_000 }, () => Math.random().toString(36)).join('');
  const body = JSON.stringify({ trace: { id: uuid(n) }, observations: [{ id: uuid(n), input }] });
  return fetch(`${url}/v1/l/batch`, { method: 'POST', headers, body });
}

/** Returns how many of these traces cannot be read. */
async function lost(url: string, stored: readonly number[]): Promise<number> {
  const answers = await Promise.all(
    stored.map((n) => fetch(`${url}/api/public/traces/${uuid(n)}?fields=core`, { headers })),
  );
  return answers.filter(({ status }) => status !== 200).length;
}

// Only root may mount, and in many containers not even root.
const withMounts = canMount() ? describe : describe.skip;
withMounts('a full disk', () => {
  test('below the reserve writes are answered 503, reads go on, and with room again so do writes', async () => {
    const disk = newDisk('512m');
    const started = start(disk, { MIN_FREE_BYTES: '64MiB' });
    const url = await started.url('Sluice is ready at');
    expect((await store(url, 1)).status).toBe(200);
    disk.fill();
    await started.line(/disk of the database is nearly full/);
    const refused = await store(url, 2);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ message: 'the disk of the database is nearly full: send again' });
    expect(await lost(url, [1])).toBe(0);
    const metrics = await (await fetch(await started.url('Metrics'))).text();
    expect(metrics).toMatch(/^sluice_database_disk_free_bytes\{folder="[^"]+"\} \d+$/m);
    disk.drain();
    await started.line(/disk of the database has room again/);
    expect((await store(url, 2)).status).toBe(200);
    expect(started.lines().filter(({ level }) => level === 'error')).toHaveLength(1);
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  });

  test('that the reserve did not prevent: 503, nothing acknowledged is lost, no restart is needed', async () => {
    const disk = newDisk('256m');
    const started = start(disk, { MIN_FREE_BYTES: '0' });
    const url = await started.url('Sluice is ready at');
    const stored: number[] = [];
    let refused: Response | undefined;
    for (let n = 0; refused === undefined; n += 1) {
      if (n === 5) disk.fill();
      const answer = await store(url, n);
      if (answer.status === 200) stored.push(n);
      else refused = answer;
    }
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    const outage = await started.line('batches cannot be stored: their senders are told to send again');
    expect(outage).toMatchObject({ level: 'warn', cause: { code: '53100' } });
    expect(await lost(url, stored)).toBe(0);
    disk.drain();
    for (let n = 1000; (await store(url, n)).status !== 200; n += 1) await sleep(100);
    await started.line('batches are stored again');
    expect(await lost(url, stored)).toBe(0);
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  });

  test('that ends the database ends the process with the reason, and a start with room has everything', async () => {
    const disk = newDisk('256m');
    const started = start(disk, { MIN_FREE_BYTES: '0' });
    const url = await started.url('Sluice is ready at');
    expect((await store(url, 1)).status).toBe(200);
    disk.fill();
    const home = join(disk.folder, 'data', 'postgres');
    const [, , , port = ''] = (await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n');
    const password = await readFile(join(home, 'password'), 'utf8');
    const client = new Client(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`);
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`select pg_logical_emit_message(false, '', repeat('x', 90000000))`).catch(() => undefined);
    expect(await started.ended).toBe(1);
    const [fatal, ...more] = started.lines().filter(({ level }) => level === 'fatal');
    expect(fatal?.msg).toMatch(
      /^the embedded Postgres has ended, because its disk is full: make room, then start again/,
    );
    expect(more).toEqual([]);

    const refused = start(disk, { MIN_FREE_BYTES: '0' });
    expect(await refused.ended).toBe(78);
    expect(refused.output()).toMatch(
      /\n {2}DATA_DIR: the database in .* does not start, because its disk is full: make room/,
    );
    disk.drain();
    const again = start(disk, { MIN_FREE_BYTES: '0' });
    expect(await lost(await again.url('Sluice is ready at'), [1])).toBe(0);
    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
  });

  test('of the log costs lines and nothing else', async () => {
    const disk = newDisk('1m');
    const log = join(disk.folder, 'log');
    const started = run(
      { API_BEARER_TOKEN: TOKEN, DATABASE_URL: testDatabaseUrl(), LOG_LEVEL: 'debug' },
      { stdio: ['ignore', openSync(log, 'a'), 'pipe', 'ipc'] },
    );
    const output = () => readFile(log, 'utf8');
    while (!(await output()).includes('"msg":"started"')) await sleep(20);
    const [, url = ''] = /ready at ([^\s"]+)/.exec(await output()) ?? [];
    disk.fill();
    for (let n = 0; n < 100; n += 1) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    disk.drain();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    while (!/"linesLost":\d+/.test(await output())) await sleep(20);
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  });
});

import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '@sluice/testbed/machine';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { type Run, endAll, run } from './process.testing';

const TOKEN = 'stop-token';
const headers = { Authorization: `Bearer ${TOKEN}` };
const TRACE = '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e';

const folder = temporaryFolder('stop', afterAll);
afterEach(endAll);

const start = (env: NodeJS.ProcessEnv = {}): Run =>
  run({ DATA_DIR: join(folder, 'data'), API_BEARER_TOKEN: TOKEN, ...env });

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'data', 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);
}

/** Resolves when no process has this id, or only one that was not reaped yet. */
async function gone(pid: number): Promise<void> {
  while (isRunning(pid) && (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '') await sleep(20);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const store = (url: string): Promise<Response> =>
  fetch(`${url}/v1/l/batch`, { method: 'POST', headers, body: JSON.stringify({ trace: { id: TRACE } }) });
const read = (url: string): Promise<Response> => fetch(`${url}/api/public/traces/${TRACE}`, { headers });

test('a closed terminal ends everything with 0, however many connections idle', async () => {
  const started = start();
  const url = new URL(await started.url('Sluice is ready at'));
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  expect((await store(url.href)).status).toBe(200); // with an agent that keeps its connection
  const postmaster = await postmasterPid();
  started.child.kill('SIGHUP');
  expect(await started.ended).toBe(0);
  expect(isRunning(postmaster)).toBe(false);
  expect(started.lines().slice(-2)).toEqual([
    expect.objectContaining({ msg: 'stopping', signal: 'SIGHUP' }),
    expect.objectContaining({ msg: 'stopped', clean: true }),
  ]);
  socket.destroy();
});

test('a second signal ends it at once with 1, and its database too', async () => {
  const started = start();
  const url = await started.url('Sluice is ready at');
  const postmaster = await postmasterPid();
  // The server waits for a sender that continues, until its body is read.
  const expecting = { ...headers, 'Content-Length': 1000, Expect: '100-continue' };
  const upload = request(`${url}/v1/l/batch`, { method: 'POST', headers: expecting });
  upload.on('error', () => undefined).flushHeaders();
  await once(upload, 'continue');
  const sending = setInterval(() => upload.write(' '), 100);
  started.child.kill('SIGTERM');
  await started.line('stopping');
  await sleep(1200);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(1);
  clearInterval(sending);
  expect(started.lines().at(-1)).toMatchObject({
    level: 'warn',
    msg: expect.stringContaining('second signal') as string,
  });
  await gone(postmaster);
});

test('a database that is killed ends it with 1 and a reason, and nothing that was stored is lost', async () => {
  const started = start();
  const url = await started.url('Sluice is ready at');
  expect((await store(url)).status).toBe(200);
  process.kill(await postmasterPid(), 'SIGKILL');
  expect(await started.ended).toBe(1);
  const fatal = started.lines().filter(({ level }) => level === 'fatal');
  expect(fatal.map(({ msg }) => msg)).toEqual([
    'the embedded Postgres has ended, because it was killed, by hand or for want of memory: start again',
  ]);
  expect(JSON.stringify(fatal)).not.toContain('stack');
  const again = start();
  expect((await read(await again.url('Sluice is ready at'))).status).toBe(200);
  again.child.kill('SIGTERM');
  expect(await again.ended).toBe(0);
});

test('a bug is logged once as fatal with its stack and ends it with 1, and its database too', async () => {
  const planted = join(folder, 'planted.cjs');
  await writeFile(planted, `process.on('SIGUSR2', () => { throw new Error('planted'); });`);
  const started = start({ NODE_OPTIONS: `--require ${planted}` });
  await started.url('Sluice is ready at');
  const postmaster = await postmasterPid();
  started.child.kill('SIGUSR2');
  expect(await started.ended).toBe(1);
  const fatal = started.lines().filter(({ level }) => level === 'fatal');
  expect(fatal).toEqual([expect.objectContaining({ msg: 'an error was thrown where nobody catches: this is a bug' })]);
  expect(fatal[0]).toMatchObject({ err: { message: 'planted', stack: expect.stringContaining(planted) as string } });
  await gone(postmaster);
});

describe('whatever becomes of its output it goes on', () => {
  const external = (env: NodeJS.ProcessEnv = {}): Run => start({ DATABASE_URL: testDatabaseUrl(), ...env });

  test('a reader that goes away (npm start | head)', async () => {
    const started = external();
    const url = await started.url('Sluice is ready at');
    started.child.stdout?.destroy();
    for (let n = 0; n < 5; n += 1) expect((await fetch(`${url}/unknown-${n}`)).status).toBe(404);
    expect((await store(url)).status).toBe(200);
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  });

  test('a reader that stops reading, and is told how many lines it missed when it goes on', async () => {
    const started = external({ LOG_LEVEL: 'debug' });
    const url = await started.url('Sluice is ready at');
    started.child.stdout?.pause();
    const userAgent = 'x'.repeat(200);
    for (let n = 0; n < 600; n += 1) await fetch(`${url}/unknown`, { headers: { 'User-Agent': userAgent } });
    expect((await store(url)).status).toBe(200);
    started.child.stdout?.resume();
    const missed = () => started.lines().find(({ linesLost }) => linesLost !== undefined);
    // A line written while the pipe is still full is lost, too: a later line contains the number.
    while (missed() === undefined) {
      await fetch(`${url}/unknown`);
      await sleep(20);
    }
    expect(missed()?.['linesLost']).toBeGreaterThan(10);
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(started.lines().at(-1)).toMatchObject({ msg: 'stopped' });
  });
});

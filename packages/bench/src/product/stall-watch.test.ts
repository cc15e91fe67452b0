import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { LONGEST_STALL_MS, StallWatch, type Stalls } from './stall-watch';

/** Duration of a probe in milliseconds. */
const TAKES_MS = 600;

/**
 * Program of a process that answers every probe in TAKES_MS: of processor time, or of waiting. In a process of its own, because other work
 * in the process of the tests would count.
 */
const PROGRAM = `
  const { readFileSync } = require('node:fs');
  const [work, delaySeconds] = process.argv.slice(1);
  const ranMs = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;
  const busy = (answer) => {
    for (const end = ranMs() + ${TAKES_MS}; ranMs() < end;);
    answer();
  };
  const probe = work === 'busy' ? busy : (answer) => setTimeout(answer, ${TAKES_MS});
  require('node:http')
    .createServer(({ url }, response) => {
      if (url === '/metrics') response.end('sluice_event_loop_delay_max_seconds ' + delaySeconds);
      else probe(() => response.end('ok'));
    })
    .listen(0, '127.0.0.1', function () { process.send(this.address().port); });
`;

let watchedProcess: ChildProcess | undefined;
afterEach(() => watchedProcess?.kill());

/** Returns the stalls of a process that is watched for one probe. @param delaySeconds longest delay in the process's own metric */
async function stallsOf(work: 'busy' | 'waiting', delaySeconds: number): Promise<Stalls> {
  watchedProcess = spawn(process.execPath, ['-e', PROGRAM, work, String(delaySeconds)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = (await once(watchedProcess, 'message')) as [number];
  const watch = new StallWatch({ pid: Number(watchedProcess.pid), adminUrl: `http://127.0.0.1:${port}` });
  try {
    await watch.start();
    return await watch.stop();
  } finally {
    watch.close();
  }
}

test('work that holds up everything else is seen', async () => {
  const { longestMs, tooLong } = await stallsOf('busy', 10);
  expect(longestMs).toBeGreaterThan(LONGEST_STALL_MS);
  expect(tooLong).toHaveLength(1);
});

test('an answer that is slow while the process does nothing is no stall', async () => {
  const { longestMs, tooLong } = await stallsOf('waiting', 10);
  expect(longestMs).toBeLessThan(LONGEST_STALL_MS);
  expect(tooLong).toEqual([]);
});

test('work that held up nobody, as the process reports, is no stall', async () => {
  await expect(stallsOf('busy', 0.01)).resolves.toEqual({ longestMs: 10, tooLong: [] });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeIn, eventually, patience, temporaryFolder } from '@sluice/testbed/machine';
import { runProgram, works } from './run-program';

const later = closeIn(afterEach);
let folder: string;
beforeEach(() => void (folder = temporaryFolder('run-program', later)));

const shell = (script: string, options?: Parameters<typeof runProgram>[2]) =>
  runProgram('sh', ['-c', script], { cwd: folder, ...options });
const written = (name: string): Promise<string> => readFile(join(folder, name), 'utf8').catch(() => '');

function isAlive(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

test('answers what a program wrote, to whom it was given its input', async () => {
  await expect(runProgram('cat', [], { input: 'süß' })).resolves.toBe('süß');
});

test.each([
  ['echo said; echo blamed >&2; exit 3', /failed: blamed$/],
  ['echo said; exit 3', /failed: said$/],
  ['exit 3', /failed: exit code 3$/],
  ['kill -9 $$', /failed: SIGKILL$/],
])('%j fails with what is known of it', async (script, message) => {
  await expect(shell(script)).rejects.toThrow(message);
});

test('names a program that is not there', async () => {
  await expect(runProgram('no-such-program', [])).rejects.toThrow('no-such-program is not there: install it');
  await expect(works('no-such-program', [])).resolves.toBe(false);
});

test.each(['interrupted', 'late'])(
  '%s: all that it started has ended, and it could put its own things away',
  async (how) => {
    const interruption = new AbortController();
    const running = shell(
      `trap 'sleep 0.2; echo away > put; exit 1' INT; sh -c 'echo $$ > child; exec sleep 60'`,
      how === 'late' ? { timeoutMs: patience(1_000) } : { signal: interruption.signal },
    );
    const failure = running.catch(String);
    await eventually(async () => (await written('child')) !== '');
    interruption.abort();
    await failure;
    expect(await written('put')).toBe('away\n');
    const child = await written('child');
    await eventually(() => !isAlive(child));
  },
);

test('a spared program is told by the failure of what it runs only', async () => {
  const interruption = new AbortController();
  const script = `trap 'echo asked > asked' INT; sh -c 'echo $$ > child; exec sleep 60'; echo away > put; exit 1`;
  const running = shell(script, { signal: interruption.signal, spared: true });
  const failure = running.catch(String);
  await eventually(async () => (await written('child')) !== '');
  interruption.abort();
  expect(await failure).toContain('was interrupted');
  expect([await written('asked'), await written('put')]).toEqual(['', 'away\n']);
});

test('starts nothing after an interruption', async () => {
  await expect(shell('echo begun > begun', { signal: AbortSignal.abort() })).rejects.toThrow('abort');
  expect(await written('begun')).toBe('');
});

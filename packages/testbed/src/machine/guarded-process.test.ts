import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './patience';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a guarded process does not outlive the one that started it, even frozen, and its folder goes with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guarded-'));
  const program = `
    const { spawnGuarded } = require(${JSON.stringify(join(__dirname, 'guarded-process.ts'))});
    const child = spawnGuarded('sleep', ['60'], { folder: ${JSON.stringify(folder)}, stdio: 'ignore' });
    console.log(child.pid);
    setInterval(() => undefined, 1000);`;
  const register = join(__dirname, 'register-source.cjs');
  const starter = spawn(process.execPath, ['--require', register, '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(starter.stdout, 'data')) as [Buffer];
  const pid = Number(String(line));
  expect(isAlive(pid)).toBe(true);
  process.kill(pid, 'SIGSTOP');
  starter.kill('SIGKILL');
  await eventually(() => !isAlive(pid) && !existsSync(folder));
});

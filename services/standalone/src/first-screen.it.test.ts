import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SOURCE_OPTIONS, closeIn, temporaryFolder } from '@sluice/testbed/machine';
import { createTestDatabase } from '@sluice/testbed/servers';

const later = closeIn(afterEach);
let folder: string;

beforeEach(() => void (folder = temporaryFolder('screen', later)));

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Runs the program on a terminal of its own until its first screen is complete. @returns everything shown */
async function onTerminal(env: NodeJS.ProcessEnv): Promise<string> {
  const command = [process.execPath, ...SOURCE_OPTIONS, join(__dirname, 'main.ts')];
  const args =
    process.platform === 'darwin'
      ? ['-q', '/dev/null', ...command]
      : ['-qec', `exec ${command.map(quoted).join(' ')}`, '/dev/null'];
  const terminal = spawn('script', args, {
    env: { PATH: '/usr/bin:/bin', SHELL: '/bin/sh', PORT: '0', ADMIN_PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(terminal, 'close');
  let shown = '';
  terminal.stdout.on('data', (chunk: Buffer) => (shown += String(chunk)));
  try {
    while (!shown.includes('Ctrl-C stops it.')) {
      if (terminal.exitCode !== null) throw new Error(`it ended: ${shown}`);
      await sleep(20);
    }
    terminal.stdin.write('\u0003');
    await ended;
    return shown;
  } finally {
    terminal.kill('SIGKILL');
  }
}

test.each([
  ['a continuous integration', { CI: 'true' }],
  ['a pod', { KUBERNETES_SERVICE_HOST: '10.0.0.1' }],
])('the terminal of %s, whose output is kept, shows where the credentials are and none of them', async (_, env) => {
  const data = join(folder, 'data');
  const shown = await onTerminal({ ...env, DATA_DIR: data, DATABASE_URL: await createTestDatabase('migrated') });
  const file = join(data, 'credentials.json');
  const made = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  for (const secret of Object.values(made)) expect(shown).not.toContain(secret);
  expect(shown).toContain(file);
  expect(shown).toContain('Authorization: Bearer $SLUICE_TOKEN');
});

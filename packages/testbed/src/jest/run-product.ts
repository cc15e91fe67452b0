// Program of browser-setup.ts: the standalone product from its sources, as a user starts it, with a project for each file of journeys, and
// one more.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { forkSource, temporaryFolder } from '../machine';
import { SECOND_PROJECT, productToken } from '../servers';
import { keepServer } from './keep-server';

const STANDALONE = join(__dirname, '../../../../services/standalone/src');
const ENDING = '.browser.test.ts';

void keepServer(async () => {
  let removeData = (): void => undefined;
  const dataDir = temporaryFolder('journeys', (remove) => (removeData = remove));
  const files = (await readdir(join(STANDALONE, 'journeys'))).filter((file) => file.endsWith(ENDING));
  const projects = [...files.map((file) => file.slice(0, -ENDING.length)), SECOND_PROJECT];
  const child = forkSource(join(STANDALONE, 'main.ts'), [], {
    env: {
      PATH: '/usr/bin:/bin',
      PORT: '0',
      ADMIN_PORT: '0',
      OTLP_HTTP_PORT: 'off',
      OTLP_GRPC_PORT: 'off',
      DATA_DIR: dataDir,
      API_KEYS: credentialsOf(projects),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    removeData();
  };
  try {
    return { address: await addressOf(child), dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
});

/** Returns the address from the log line that the product is ready. Reads all output, because a full pipe would stop the process. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    createInterface({ input: child.stdout as Readable }).on('line', (line) => {
      const { msg = '', url } = line.startsWith('{') ? (JSON.parse(line) as { msg?: string; url?: string }) : {};
      if (msg.startsWith('Sluice is ready at') && url !== undefined) resolve(url);
      output = `${output}${line}\n`.slice(-8_000);
    });
    child.once('exit', () => reject(new Error(`the product ended before it was ready:\n${output}`)));
  });
}

function credentialsOf(projects: readonly string[]): string {
  return JSON.stringify({
    projects: Object.fromEntries(projects.map((project) => [project, {}])),
    keys: projects.flatMap((project) => [
      { name: project, project, token: productToken(project), scopes: ['ingest', 'read'] },
      {
        name: `${project}-pair`,
        project,
        publicKey: `pk-${project}`,
        secretKey: productToken(project),
        scopes: ['ingest', 'read'],
      },
    ]),
  });
}

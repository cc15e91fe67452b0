import { join } from 'node:path';
import { forkSource, patience, temporaryFolder } from '@sluice/testbed/machine';
import { Closers, createLogger } from '@sluice/runtime';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { createHttpClient } from '../load/http-client';
import { startProduct } from '../product/product';
import { StallWatch } from '../product/stall-watch';
import { HOSTILE_CASES } from './cases';
import type { HostileCase, Target } from './hostile-case';
import { type Watched, runCase } from './run-case';

/** Cases of short duration; all of them: `npm run bench -- hostile`. */
const NAMES = [
  '64 MiB of empty objects',
  'an input of 999,000 numbers',
  'OTLP JSON: a million scopes',
  'protobuf: a list of a million values',
  '64 MiB in 20,000 members of gzip',
];

const STANDALONE = join(__dirname, '../../../../services/standalone/src/main.ts');

describe('the product, sent the worst that its limits allow', () => {
  const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });
  const dataDir = temporaryFolder('hostile', afterAll);
  let target: Target;
  let watched: Watched;

  beforeAll(async () => {
    const run = (env: NodeJS.ProcessEnv) =>
      forkSource(STANDALONE, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const { signal } = new AbortController();
    const product = await startProduct({ dataDir, databaseUrl: testDatabaseUrl(), run }, { closers, signal });
    const { baseUrl, headers } = product;
    const http = createHttpClient({ baseUrl, headers, timeoutMs: patience(60_000) });
    closers.add('client', () => http.close());
    target = { http, baseUrl, headers };
    const stalls = new StallWatch(product);
    closers.add('watch', () => stalls.close());
    watched = { pid: product.pid, stalls };
  });
  afterAll(() => closers.close(20_000));

  test.each(NAMES)('%s: answers as it should, within its memory, and loses nothing of others', async (name) => {
    const result = await runCase(caseNamed(name), target, watched);
    expect(result.wrong).toEqual([]);
    expect(result.other.sent).toBeGreaterThan(0);
  });

  test('a wrong answer, and what another sender lost, is found out', async () => {
    const refused: HostileCase = { ...caseNamed('metadata of 3.6 million numbers'), expect: [200] };
    const deaf: Target = {
      ...target,
      http: { ...target.http, get: () => Promise.resolve({ status: 200, headers: {}, body: NOBODY, beganAt: 0 }) },
    };
    const { wrong } = await runCase(refused, deaf, watched);
    expect(wrong.join()).toMatch(
      /answered 413 instead of 200.*sent \d+ observations, stored: 0.*sent \d+ points, stored: 0/,
    );
  });
});

const NOBODY = Buffer.from('{"observations":[],"data":[]}');

function caseNamed(name: string): HostileCase {
  const found = HOSTILE_CASES.find((hostile) => hostile.name === name);
  if (found === undefined) throw new Error(`no case has the name ${name}`);
  return found;
}

import { join } from 'node:path';
import { Closers, createLogger } from '@sluice/runtime';
import { forkSource, temporaryFolder } from '@sluice/testbed/machine';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { type Call, createCall } from '../call';
import { type FuzzedProduct, defaultContext, startFuzzedProduct } from '../fuzzed-product';
import type { BodyCase } from './bodies';
import { BODY_CASES } from './body-cases';
import { runCase } from './hostile-mode';
import { ofBodies } from './send-bodies';

/** Cases of short duration; all of them: `npm run fuzz -- --hostile`. */
const NAMES = [
  '64 MiB of empty objects',
  'an input of 999,000 numbers',
  'OTLP JSON: a million scopes',
  'protobuf: a list of a million values',
  '64 MiB in 20,000 members of gzip',
];

const STANDALONE = join(__dirname, '../../../../../services/standalone/src/main.ts');

describe('the product, sent the worst that its limits allow', () => {
  const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });
  const dataDir = temporaryFolder('hostile', afterAll);
  let fuzzed: FuzzedProduct;

  beforeAll(async () => {
    const run = (env: NodeJS.ProcessEnv) =>
      forkSource(STANDALONE, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const { signal } = new AbortController();
    fuzzed = await startFuzzedProduct({ closers, signal }, { dataDir, databaseUrl: testDatabaseUrl(), run });
  });
  afterAll(() => closers.close(20_000));

  test.each(NAMES)('%s: answers as it should, within its memory, and loses nothing of others', async (name) => {
    const result = await runCase(ofBodies(caseNamed(name)), fuzzed);
    expect(result.wrong).toEqual([]);
    expect(result.other.sent).toBeGreaterThan(0);
  });

  test('finds a wrong answer, memory and stalls above their limits, and items of another sender that are lost', async () => {
    const refused = ofBodies({ ...caseNamed('metadata of 3.6 million numbers'), expect: 200 });
    const real = createCall(fuzzed.port, defaultContext(fuzzed));
    const emptied = { status: 200, headers: new Map<string, string>(), body: NOTHING };
    const call: Call = (method, ...of) => (method === 'GET' ? Promise.resolve(emptied) : real(method, ...of));
    const { wrong } = await runCase(refused, fuzzed, { mostBytes: 0, mostStallMs: -1, call });
    expect(wrong).toEqual([
      expect.stringContaining('answered 413: '),
      expect.stringMatching(/^another sender sent \d+ observations, stored: 0$/),
      expect.stringMatching(/^another sender sent \d+ points, stored: 0$/),
      expect.stringMatching(/^\d+ MiB are more than 0 MiB$/),
      expect.stringMatching(/^nothing else was done for \d+ ms$/),
    ]);
  });
});

const NOTHING = Buffer.from('{"observations":[],"data":[]}');

function caseNamed(name: string): BodyCase {
  const found = BODY_CASES.find((hostile) => hostile.name === name);
  if (found === undefined) throw new Error(`no case has the name ${name}`);
  return found;
}

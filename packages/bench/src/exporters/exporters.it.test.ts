import { join } from 'node:path';
import { forkSource } from '@sluice/testbed/machine';
import { Closers, createLogger } from '@sluice/runtime';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import type { Exported } from './exported';
import { NODE_PROGRAM } from './build-program';
import { compareStored } from './compare-stored';
import { runExporters } from './run-exporters';
import { type Target, startTarget } from './target';

const STANDALONE = join(__dirname, '../../../../services/standalone/src/main.ts');

const ATTEMPTS = 5;

/** `npm run bench -- exporters` runs all exporters with faults; this test runs those of Node over gRPC. */
describe('unmodified exporters of OTLP/gRPC for Node, with address and header', () => {
  const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });
  const { signal } = new AbortController();
  let target: Target;
  let exported: Exported;
  let prefix = '';

  beforeAll(async () => {
    const run = (env: NodeJS.ProcessEnv) =>
      forkSource(STANDALONE, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const context = { closers, signal, print: () => undefined };
    const settings = { OTLP_GRPC_MAX_AGE_MS: '300000' };
    target = await startTarget(context, { databaseUrl: testDatabaseUrl(), run, settings });
    // A product without processor time answers UNAVAILABLE, after which these exporters do not send again.
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      prefix = `node.grpc.${attempt}`;
      const sent = { protocol: 'grpc', ports: target.ports, prefix, seconds: 0, signal } as const;
      exported = await runExporters(NODE_PROGRAM, sent);
      if (!exported.warnings.some((text) => text.includes('UNAVAILABLE'))) return;
    }
  });
  afterAll(() => closers.close(20_000));

  test('have all spans and metrics acknowledged, and are answered why logs are refused', () => {
    expect({ ...exported, acknowledged: exported.acknowledged.length }).toEqual({
      acknowledged: 100,
      givenUp: [],
      metrics: true,
      logs: true,
      warnings: [expect.stringContaining('logs are not stored') as unknown],
    });
  });

  test('have each span and each metric stored once', async () => {
    expect(await compareStored(exported, prefix, target)).toEqual({
      acknowledged: 100,
      givenUp: 0,
      lost: 0,
      twice: 0,
      violations: [],
    });
  });

  test('are found to differ from other results', async () => {
    const [first, ...others] = exported.acknowledged;
    const [traceId, spanId, name] = first ?? ['', '', ''];
    const acknowledged = [[traceId, 'f'.repeat(16), name] as const, ...others];
    const { violations, ...counts } = await compareStored({ ...exported, acknowledged }, 'other', target);
    expect(counts).toEqual({ acknowledged: 100, givenUp: 0, lost: 1, twice: 1 });
    expect(violations).toEqual([
      `trace ${traceId}: acknowledged and not stored: ${'f'.repeat(16)} ${name}`,
      `trace ${traceId}: stored and not sent, or twice: ${spanId} ${name}`,
      'metric other.counter: stored nothing, sent 3 once',
      'metric other.histogram.count: stored nothing, sent 3 once',
      'metric other.histogram.sum: stored nothing, sent 10 once',
      'metric other.histogram.min: stored nothing, sent 1 once',
      'metric other.histogram.max: stored nothing, sent 7 once',
    ]);
  });
});

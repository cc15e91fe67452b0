import { MemoryBus, type MemoryBusOptions } from '@sluice/bus';
import { secretDigest } from '@sluice/credentials';
import { Quotas, appBehind, createCredentials, createEntrance } from '@sluice/http';
import { SOURCE_OPTIONS, patience } from '@sluice/testbed/machine';
import type { SluiceRecord } from '@sluice/record';
import { Closers, createLogger, createMetrics, readSettings } from '@sluice/runtime';
import type { Express } from 'express';
import request from 'supertest';
import { composeGateway } from './compose';
import { gatewayFields } from './config';

export const NOW = Date.UTC(2026, 10, 20) * 1000;
export const AUTH = { Authorization: 'Bearer token' };
export const OTLP_PATHS = ['/api/public/otel', ''].flatMap((base) =>
  ['traces', 'metrics', 'logs'].map((signal) => `${base}/v1/${signal}`),
);
export const ERROR = { message: expect.any(String) as string, data: null };

const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });

/** Closes all gateways; for `afterAll`. */
export const closeGateways = () => closers.close(1000);

const BUS: MemoryBusOptions = {
  partitions: 1,
  deadlineMs: patience(4_000),
  maxPendingBytes: 1e8,
  maxBatchBytes: 1e7,
};

/** Makes a gateway on a bus whose handler stores the records, or fails while `away`. */
export async function setUp(env: NodeJS.ProcessEnv = {}, busOptions: Partial<MemoryBusOptions> = {}) {
  const bus = new MemoryBus({ ...BUS, ...busOptions });
  const records: SluiceRecord[] = [];
  const state = { away: false };
  let held: Promise<void> | undefined;
  let begin: () => void = () => undefined;
  await bus.subscribe(['sluice.traces.v1', 'sluice.metrics.v1'], {
    position: () => Promise.resolve(0),
    handle: async ({ deliveries }) => {
      begin();
      await held;
      if (state.away) throw new Error('the store is away');
      records.push(...deliveries.map(({ record }) => record));
    },
  });
  /** Makes the handler wait from now on: `begun` resolves when it does, `release` ends the wait. */
  const hold = () => {
    let release: () => void = () => undefined;
    held = new Promise((resolve) => (release = resolve));
    return { release, begun: new Promise<void>((resolve) => (begin = resolve)) };
  };
  const metrics = createMetrics({ processMetrics: false });
  const settings = readSettings(env, gatewayFields);
  const logger = createLogger({ level: 'silent', pretty: false });
  const parts = { logger, metrics, closers, readerOptions: { execArgv: SOURCE_OPTIONS } };
  const gateway = composeGateway({ ...parts, settings, publisher: bus, clock: { now: () => NOW } });
  const entrance = createEntrance({
    logger,
    metrics,
    credentials: createCredentials({
      bearerTokens: ['token', 'other'],
      keyPairs: [],
      apiKeys: [
        { secretDigest: secretDigest('of acme'), project: 'acme', scopes: ['ingest'] },
        { secretDigest: secretDigest('reader'), scopes: ['read'] },
        {
          secretDigest: secretDigest('limited'),
          scopes: ['ingest'],
          quota: { itemsPerSecond: 5, bytesPerSecond: 2000 },
        },
      ],
    }),
    // The clock of quotas does not advance.
    quotas: new Quotas({ metrics, projectId: 'default', elapsed: () => 0 }),
  });
  const app = appBehind(entrance, { routes: gateway.routes });
  return { app, entrance, gateway, bus, records, state, hold, metrics };
}

export const post = (app: Express, path: string) => request(app).post(path).set(AUTH);

import { MemoryBus } from '@sluice/bus';
import { createApp, createCredentials } from '@sluice/http';
import type { SluiceRecord } from '@sluice/record';
import { Closers, createLogger, createMetrics, readSettings } from '@sluice/runtime';
import { SOURCE_OPTIONS } from '@sluice/testkit';
import type { Express } from 'express';
import request from 'supertest';
import { composeGateway } from './compose';
import { gatewayFields } from './config';

export const NOW = Date.UTC(2026, 10, 20) * 1000;
export const AUTH = { Authorization: 'Bearer token' };
export const OTLP_PATHS = ['traces', 'metrics', 'logs'].map((signal) => `/api/public/otel/v1/${signal}`);
export const ERROR = { message: expect.any(String) as string, data: null };

const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });

/** For `afterAll`. */
export const closeGateways = () => closers.close(1000);

/** A gateway on a bus whose handler keeps the records, or fails while `away`. */
export async function setUp(env: NodeJS.ProcessEnv = {}) {
  const bus = new MemoryBus({ partitions: 1, deadlineMs: 500, maxPendingBytes: 1e8, maxBatchBytes: 1e7 });
  const records: SluiceRecord[] = [];
  const state = { away: false };
  await bus.subscribe(['sluice.traces.v1', 'sluice.metrics.v1'], {
    position: () => Promise.resolve(0),
    handle: ({ deliveries }) => {
      if (state.away) return Promise.reject(new Error('the store is away'));
      records.push(...deliveries.map(({ record }) => record));
      return Promise.resolve();
    },
  });
  const metrics = createMetrics({ processMetrics: false });
  const settings = readSettings(env, gatewayFields);
  const logger = createLogger({ level: 'silent', pretty: false });
  const parts = { logger, metrics, closers, readerOptions: { execArgv: SOURCE_OPTIONS } };
  const app = createApp({
    logger,
    metrics,
    credentials: createCredentials({ bearerTokens: ['token', 'other'], keyPairs: [] }),
    routes: composeGateway({ ...parts, settings, publisher: bus, clock: { now: () => NOW } }),
  });
  return { app, bus, records, state, metrics };
}

export const post = (app: Express, path: string) => request(app).post(path).set(AUTH);

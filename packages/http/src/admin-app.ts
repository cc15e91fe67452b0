import type { Express } from 'express';
import { within } from '@sluice/runtime';
import type { Logger, Metrics } from '@sluice/runtime';
import { errorBody, unavailable } from './api-error';
import { createOpenApp } from './app';
import type { Handler } from './app';
import { sendJson } from './send-json';

/** Something that must work, by name. It resolves when it does. */
export type Checks = Readonly<Record<string, () => Promise<void>>>;

export interface AdminOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** What the role needs to do its work: `/readyz`. */
  readonly readiness: Checks;
  /** What only a restart can mend, never a dependency: `/livez`. */
  readonly liveness: Checks;
  /** After this a check counts as failed, in milliseconds. */
  readonly checkTimeoutMs?: number;
}

/** Kubernetes waits one second for a probe by default. */
const CHECK_TIMEOUT_MS = 900;

/** Builds the app of the admin listener: `/livez`, `/readyz`, `/metrics`. No credentials: it must never be public. */
export function createAdminApp({ logger, metrics, readiness, liveness, checkTimeoutMs }: AdminOptions): Express {
  const probe = (checks: Checks): Handler =>
    probeHandler({ checks, logger, timeoutMs: checkTimeoutMs ?? CHECK_TIMEOUT_MS });
  return createOpenApp({
    logger,
    routes: [
      { method: 'get', path: '/livez', handle: probe(liveness) },
      { method: 'get', path: '/readyz', handle: probe(readiness) },
      {
        method: 'get',
        path: '/metrics',
        handle: async (_request, response) => {
          const { contentType, body } = await metrics.expose();
          response.setHeader('Content-Type', contentType);
          response.end(body);
        },
      },
    ],
  });
}

interface ProbeParts {
  readonly checks: Checks;
  readonly logger: Logger;
  readonly timeoutMs: number;
}

function probeHandler({ checks, logger, timeoutMs }: ProbeParts): Handler {
  return async (_request, response) => {
    const names = Object.keys(checks);
    const results = await Promise.allSettled(Object.values(checks).map(async (check) => within(timeoutMs, check())));
    const failing = names.filter((name, index) => {
      const result = results[index];
      if (result?.status !== 'rejected') return false;
      logger.warn('a health check fails', { check: name, err: result.reason });
      return true;
    });
    if (failing.length === 0) sendJson(response, 200, '{"status":"ok"}');
    else sendJson(response, 503, errorBody(unavailable(`failing: ${failing.join(', ')}`)));
  };
}

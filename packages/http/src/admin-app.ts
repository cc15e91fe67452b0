import type { Express } from 'express';
import { createOutageLog, withDeadline } from '@sluice/runtime';
import type { Logger, Metrics } from '@sluice/runtime';
import { errorBody, unavailable } from './api-error';
import { createOpenApp } from './app';
import type { AppParts, Handler } from './app';
import { sendJson } from './send-json';

/** Something that must work, by name. It resolves when it does. */
export type Checks = Readonly<Record<string, () => Promise<void>>>;

export interface AdminOptions extends AppParts {
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
export function createAdminApp(options: AdminOptions): Express {
  const { logger, requestLog, metrics, readiness, liveness, checkTimeoutMs } = options;
  const probe = (checks: Checks): Handler =>
    probeHandler({ checks, logger, timeoutMs: checkTimeoutMs ?? CHECK_TIMEOUT_MS });
  return createOpenApp({
    logger,
    ...(requestLog && { requestLog }),
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

const OUTAGE = { lost: 'a health check fails', back: 'a health check succeeds again' };

interface ProbeParts {
  readonly checks: Checks;
  readonly logger: Logger;
  readonly timeoutMs: number;
}

function probeHandler({ checks, logger, timeoutMs }: ProbeParts): Handler {
  const names = Object.keys(checks);
  const outages = names.map((check) => createOutageLog({ ...OUTAGE, logger, fields: { check } }));
  return async (_request, response) => {
    const results = await Promise.allSettled(
      Object.values(checks).map(async (check) => withDeadline(timeoutMs, check())),
    );
    const failing = names.filter((_, index) => {
      const result = results[index];
      if (result?.status !== 'rejected') {
        outages[index]?.worked();
        return false;
      }
      outages[index]?.failed(result.reason);
      return true;
    });
    if (failing.length === 0) sendJson(response, 200, '{"status":"ok"}');
    else sendJson(response, 503, errorBody(unavailable(`failing: ${failing.join(', ')}`)));
  };
}

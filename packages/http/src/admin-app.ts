import type { Express } from 'express';
import type { Metrics } from '@sluice/runtime';
import { errorBody, unavailable } from './api-error';
import { createOpenApp } from './app';
import type { AppDependencies, Handler } from './app';
import type { Readiness } from './readiness';
import { sendJson } from './send-json';

export interface AdminOptions extends AppDependencies {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}

/**
 * Builds the app of the admin listener: `/livez`, `/readyz`, `/startupz`, `/metrics` (contract: Health of a process). It requires no
 * credentials: it must never be public.
 */
export function createAdminApp(options: AdminOptions): Express {
  const { logger, requestLog, metrics, readiness: ready } = options;
  const handleReadyz: Handler = async (_request, response) => {
    const failing = await ready.look();
    if (failing.length === 0) sendJson(response, 200, OK);
    else sendJson(response, 503, errorBody(unavailable(`failing: ${failing.join(', ')}`)));
  };
  return createOpenApp({
    logger,
    ...(requestLog && { requestLog }),
    routes: [
      // Succeeds whenever the process runs: a failure that only a restart can repair ends the process by itself.
      { method: 'get', path: '/livez', handle: (_request, response) => sendJson(response, 200, OK) },
      { method: 'get', path: '/readyz', handle: handleReadyz },
      {
        method: 'get',
        path: '/startupz',
        handle: (request, response) =>
          ready.hasStarted ? sendJson(response, 200, OK) : handleReadyz(request, response),
      },
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

const OK = '{"status":"ok"}';

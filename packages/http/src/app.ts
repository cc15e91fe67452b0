import express from 'express';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Logger, Metrics } from '@sluice/runtime';
import type { Tracing } from '@sluice/tracing';
import { answerErrors, answerUnknown } from './answer-errors';
import { type NeededScope, authenticate, authorize } from './authenticate';
import type { ConnectionLimit } from './connection-limit';
import { cors } from './cors';
import type { Credentials } from './credentials';
import { refuseForeignWrites } from './foreign-writes';
import { measureRequests } from './http-metrics';
import { inTurn } from './chain-handlers';
import { logRequests } from './log-requests';
import { checkHeaders, identifyRequest, keepPrivate, normalizePath, parseQuery } from './prepare-request';
import { contextOf } from './request-context';
import type { Quotas } from './quotas';
import { type RequestLog, createRequestLog } from './request-log';
import { sendJson } from './send-json';
import { traceRequests } from './trace-requests';

/** Answers a request; what it throws or rejects with is answered by the one error handler. */
export type Handler = (request: Request, response: Response) => Promise<void> | void;

/** An endpoint that answers everybody. A GET route answers HEAD too. */
export interface OpenRoute {
  readonly method: 'get' | 'post';
  /** An express path: `/api/public/traces/:traceId`. */
  readonly path: string;
  readonly handle: Handler;
}

/** An endpoint that needs credentials, and what they must be good for. */
export interface Route extends OpenRoute {
  readonly scope: NeededScope;
}

/** What every app needs. */
export interface AppDependencies {
  readonly logger: Logger;
  /** Told of every request; one of its own to this app where it is absent. */
  readonly requestLog?: RequestLog;
}

export interface ApiOptions extends AppDependencies {
  readonly metrics: Metrics;
  readonly credentials: Credentials;
  /** Each of them authenticates its requests. */
  readonly routes: readonly Route[];
  /** These answer everybody, as `/healthz` does. */
  readonly openRoutes?: readonly OpenRoute[];
  /** CORS is off where this is empty. */
  readonly corsOrigins?: readonly string[];
  /** Absent: nothing is bounded, and usage is not counted. */
  readonly quotas?: Quotas | undefined;
  /** Of the listener that the app is for; without one all connections are served. */
  readonly connections?: ConnectionLimit;
  /** Traces requests of `routes` whose credentials are accepted. */
  readonly tracing?: Tracing | undefined;
}

/** `GET /healthz`: the process answers. It depends on nothing and needs no credentials (spec 4.9). */
const HEALTH: OpenRoute = {
  method: 'get',
  path: '/healthz',
  handle: (_request, response) => sendJson(response, 200, '{"status":"ok"}'),
};

/**
 * Builds the public app from its routes; it does not listen. The order is the contract's: path and method, then
 * credentials and their scope, whether there is room for their connection, for writes where they come from, what is
 * left of the quotas, then whatever the route does about limits, query and body.
 */
export function createApp(options: ApiOptions): Express {
  const { metrics, credentials, routes, openRoutes = [], corsOrigins = [], connections, quotas, tracing } = options;
  const { app, log } = bareApp(options);
  const allowed = corsOrigins.length > 0 ? [cors(corsOrigins)] : [];
  app.use(inTurn(log, measureRequests(metrics), identifyRequest, checkHeaders, ...allowed, normalizePath));
  for (const route of [HEALTH, ...openRoutes]) addRoute(app, route);
  const known = authenticate(credentials, metrics);
  const scoped = authorize(metrics);
  // After credentials and scope: who may not ask makes no spans.
  const traced = tracing === undefined ? [] : [traceRequests(tracing)];
  const later = [...traced, ...(connections === undefined ? [] : [connections.check])];
  const last = quotas === undefined ? [] : [quotas.check];
  const reads = [...later, ...last];
  const writes = [...later, refuseForeignWrites(corsOrigins), ...last];
  for (const route of routes) {
    addRoute(app, route, keepPrivate, known, scoped(route.scope), ...(route.method === 'post' ? writes : reads));
  }
  return withErrors(app);
}

/** Builds an app whose routes need no credentials, for listeners that are not public. */
export function createOpenApp({
  routes,
  ...parts
}: AppDependencies & { readonly routes: readonly OpenRoute[] }): Express {
  const { app, log } = bareApp(parts);
  app.use(inTurn(log, identifyRequest, checkHeaders, normalizePath));
  for (const route of routes) addRoute(app, route);
  return withErrors(app);
}

/** @returns with the step that comes before all others */
function bareApp({ logger, requestLog = createRequestLog({ logger }) }: AppDependencies) {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', parseQuery);
  return { app, log: logRequests(requestLog) };
}

function addRoute(app: Express, { method, path, handle }: OpenRoute, ...before: RequestHandler[]): void {
  const nameRoute: RequestHandler = (_request, response, next) => {
    contextOf(response).route = path;
    next();
  };
  app[method](path, inTurn(nameRoute, ...before), (request, response) => handle(request, response));
}

function withErrors(app: Express): Express {
  app.use(answerUnknown);
  app.use(answerErrors);
  return app;
}

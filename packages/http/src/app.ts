import express from 'express';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Logger, Metrics } from '@sluice/runtime';
import type { Tracing } from '@sluice/tracing';
import { answerErrors, answerUnknown } from './answer-errors';
import { Access, type NeededScope } from './access';
import { authenticate, authorize } from './authenticate';
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

/** Handler of a request; the error handler answers what it throws or rejects with. */
export type Handler = (request: Request, response: Response) => Promise<void> | void;

/** Endpoint without credentials. A GET route answers HEAD too. */
export interface OpenRoute {
  readonly method: 'get' | 'post';
  /** Path for express: `/api/public/traces/:traceId`. */
  readonly path: string;
  readonly handle: Handler;
}

/** Endpoint that requires credentials, with the scope that they need. */
export interface Route extends OpenRoute {
  readonly scope: NeededScope;
}

/** Dependencies of every app. */
export interface AppDependencies {
  readonly logger: Logger;
  /** Records every request; if absent, the app makes its own. */
  readonly requestLog?: RequestLog;
}

/** Routes of a public listener. */
export interface Routes {
  /** Routes that authenticate their requests. */
  readonly routes: readonly Route[];
  /** Routes without credentials, such as `/healthz`. */
  readonly openRoutes?: readonly OpenRoute[];
}

/** Dependencies of the checks before the routes. */
export interface EntranceOptions extends AppDependencies {
  readonly metrics: Metrics;
  readonly credentials: Credentials;
  /** Origins that CORS allows; CORS is off if this is empty. */
  readonly corsOrigins?: readonly string[];
  /** Absent: no quota applies, and usage is not counted. */
  readonly quotas?: Quotas | undefined;
  /** Connection limit of the listeners; without it all connections are served. */
  readonly connections?: ConnectionLimit;
  /** Traces requests of `routes` whose credentials are accepted. */
  readonly tracing?: Tracing | undefined;
}

export type ApiOptions = EntranceOptions & Routes;

/** Checks before the routes, with their metrics: one for all public listeners of a process. */
export interface Entrance extends Pick<EntranceOptions, 'logger' | 'quotas' | 'connections' | 'tracing'> {
  readonly requestLog: RequestLog;
  readonly access: Access;
  readonly corsOrigins: readonly string[];
  /** Measures the requests of HTTP. */
  readonly measure: RequestHandler;
}

export function createEntrance({ metrics, credentials, ...options }: EntranceOptions): Entrance {
  const { logger, requestLog = createRequestLog({ logger }), corsOrigins = [] } = options;
  const access = Access.of({ credentials, metrics });
  return { ...options, requestLog, corsOrigins, access, measure: measureRequests(metrics) };
}

/** `GET /healthz`: the process answers. It has no dependencies and requires no credentials (spec 4.9). */
const HEALTH: OpenRoute = {
  method: 'get',
  path: '/healthz',
  handle: (_request, response) => sendJson(response, 200, '{"status":"ok"}'),
};

/** Builds an app with an entrance of its own; it does not listen. */
export function createApp(options: ApiOptions): Express {
  return appBehind(createEntrance(options), options);
}

/**
 * Builds a public app from its routes; it does not listen. The order of the checks is the contract's: path and method; credentials and
 * their scope; room for the connection; for writes their origin; quotas; then the route's own checks of limits, query and body.
 */
export function appBehind(entrance: Entrance, { routes, openRoutes = [] }: Routes): Express {
  const { access, measure, corsOrigins, connections, quotas, tracing } = entrance;
  const { app, log } = bareApp(entrance);
  const allowed = corsOrigins.length > 0 ? [cors(corsOrigins)] : [];
  app.use(inTurn(log, measure, identifyRequest, checkHeaders, ...allowed, normalizePath));
  for (const route of [HEALTH, ...openRoutes]) addRoute(app, route);
  const known = authenticate(access);
  // After credentials and scope, so that refused requests create no spans.
  const traced = tracing === undefined ? [] : [traceRequests(tracing)];
  const later = [...traced, ...(connections === undefined ? [] : [connections.check])];
  const last = quotas === undefined ? [] : [quotas.check];
  const reads = [...later, ...last];
  const writes = [...later, refuseForeignWrites(corsOrigins), ...last];
  for (const route of routes) {
    const scoped = authorize(access, route.scope);
    addRoute(app, route, keepPrivate, known, scoped, ...(route.method === 'post' ? writes : reads));
  }
  return withErrors(app);
}

/** Builds an app whose routes require no credentials, for listeners that are not public. */
export function createOpenApp({
  routes,
  ...parts
}: AppDependencies & { readonly routes: readonly OpenRoute[] }): Express {
  const { app, log } = bareApp(parts);
  app.use(inTurn(log, identifyRequest, checkHeaders, normalizePath));
  for (const route of routes) addRoute(app, route);
  return withErrors(app);
}

/** @returns the app, and the step that runs before all others */
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

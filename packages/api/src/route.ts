import type { Handler, NeededScope, OpenRoute, Route } from '@sluice/http';
import type { Endpoint } from './endpoint';

/** Path as express has it: `/api/public/traces/:traceId`. */
const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Route of an endpoint without credentials. */
export const openRouteOf = ({ method, path }: Endpoint & { readonly scope: 'none' }, handle: Handler): OpenRoute => ({
  method,
  path: expressPath(path),
  handle,
});

/** Route of an endpoint with credentials. */
export const routeOf = (
  { method, path, scope }: Endpoint & { readonly scope: NeededScope },
  handle: Handler,
): Route => ({ method, path: expressPath(path), scope, handle });

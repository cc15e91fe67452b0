import type { Handler, NeededScope, OpenRoute, Route } from '@sluice/http';
import type { Endpoint } from './endpoint';
import { endpoints } from './endpoints';

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

/** Endpoint of a write. */
type Write = Endpoint & { readonly scope: NeededScope };

/** Writes whose path is also that of a read, so that no Ingress can lead both to their services. */
export const WRITES_BESIDE_READS: readonly Write[] = writesBesideReads(Object.values(endpoints));

function writesBesideReads(all: readonly Endpoint[]): Write[] {
  const reads = new Set(all.filter(({ method }) => method === 'get').map(({ path }) => path));
  return all.filter((each): each is Write => each.method !== 'get' && each.scope !== 'none' && reads.has(each.path));
}

import { type Handler, type OpenRoute, codingFor, hasVersion, notFound } from '@sluice/http';
import { parseObservationId } from '@sluice/record';
import type { ConsoleFile } from './files';

type Response = Parameters<Handler>[1];

/**
 * Content security policy: nothing from other origins, nothing inline, and no text that becomes markup, because the contents of traces are
 * hostile.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types sluice',
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
};

/** Paths of a trace in links of the Langfuse SDKs: the second one of Python 2, JavaScript 3 and older. */
const TRACE_LINKS = ['/project/:projectId/traces/:traceId', '/trace/:traceId'];

const FOR_EVER = 'public, max-age=31536000, immutable';
const BASE = '<base href="./" />';

/**
 * Routes of the console below `/ui/`, without credentials: it contains no data, and its API requests need credentials. `/` redirects to it,
 * and so do the links that Langfuse's SDKs print. All URLs are relative, so that a proxy may put any prefix before them.
 */
export function consoleRoutes(files: ReadonlyMap<string, ConsoleFile>): OpenRoute[] {
  const index = files.get('index.html');
  if (index === undefined) throw new Error('the console has no index.html');
  const page = index.body.toString();
  if (!page.includes(BASE)) throw new Error(`the console's index.html lacks ${BASE}`);

  /** Sends the page for every path that is not a file: the page itself knows its views. */
  const sendPage = (response: Response, depth: number): void => {
    const body = page.replace(BASE, `<base href="${depth === 0 ? './' : '../'.repeat(depth)}" />`);
    response.setHeader('Content-Type', index.type);
    response.setHeader('Cache-Control', 'no-cache');
    if (!hasVersion(response, tagWith(index, depth))) response.end(body);
  };
  const sendFile = (response: Response, file: ConsoleFile): void => {
    const coding = codingFor(response);
    const coded = coding && file.coded[coding];
    response.setHeader('Content-Type', file.type);
    response.setHeader('Cache-Control', file.isHashed ? FOR_EVER : 'no-cache');
    if (coded !== undefined) response.setHeader('Content-Encoding', coding as string);
    // A coding has other bytes, and so an entity tag of its own.
    const tag = coded === undefined ? file.entityTag : tagWith(file, coding as string);
    if (!hasVersion(response, tag)) response.end(coded ?? file.body);
  };

  return [
    { method: 'get', path: '/', handle: ({ originalUrl }, response) => response.redirect(`${upFrom(originalUrl)}ui/`) },
    ...TRACE_LINKS.map((path): OpenRoute => ({
      method: 'get',
      path,
      handle: ({ params, query, originalUrl }, response) => {
        const { traceId = '' } = params as { readonly traceId?: string };
        const { observation } = query;
        // SDKs know the id of a span; pages use that of the observation.
        const selected =
          typeof observation === 'string'
            ? `?obs=${encodeURIComponent(parseObservationId(observation) ?? observation)}`
            : '';
        response.redirect(`${upFrom(originalUrl)}ui/traces/${encodeURIComponent(traceId)}${selected}`);
      },
    })),
    {
      method: 'get',
      path: '/project/:projectId/sessions/:sessionId',
      handle: ({ params, originalUrl }, response) => {
        const { sessionId = '' } = params as { readonly sessionId?: string };
        response.redirect(`${upFrom(originalUrl)}ui/sessions/${encodeURIComponent(sessionId)}`);
      },
    },
    {
      method: 'get',
      path: '/ui{/*path}',
      handle: ({ originalUrl }, response) => {
        const path = pathOf(originalUrl);
        if (!path.startsWith('/ui/')) {
          response.redirect(`${upFrom(originalUrl)}ui/`);
          return;
        }
        response.setHeaders(new Map(Object.entries(HEADERS)));
        const name = path.slice('/ui/'.length);
        const file = files.get(name);
        if (file !== undefined && file !== index) sendFile(response, file);
        else if (name.startsWith('assets/')) throw notFound('there is no such file in this release');
        else sendPage(response, name.split('/').length - 1);
      },
    },
  ];
}

/** Entity tag of a form of a file. */
const tagWith = ({ entityTag }: ConsoleFile, form: string | number): string => `${entityTag.slice(0, -1)}-${form}"`;

/** Path as the browser has it, with all its slashes; a proxy may send it with the host before it. */
const pathOf = (originalUrl: string): string => originalUrl.replace(/^https?:\/\/[^/?]*/i, '').split('?')[0] ?? '';

/** Relative path from a URL up to `/`, whatever prefix a proxy puts before it. */
const upFrom = (originalUrl: string): string => '../'.repeat(Math.max(0, pathOf(originalUrl).split('/').length - 2));

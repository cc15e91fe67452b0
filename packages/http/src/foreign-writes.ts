import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { forbidden } from './api-error';
import { senderOf } from './request-context';

/** Limit of an origin's length; a host name has at most 253 characters. */
const LONGEST_ORIGIN = 300;
const LONGEST_SHOWN = 80;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': ':80', 'https:': ':443' };

/**
 * Makes the step that refuses writes which a page of another origin caused. It belongs behind authentication, on routes that write
 * (contract: HTTP in general).
 * @param corsOrigins origins whose pages may write, or `*` for all of them
 */
export function refuseForeignWrites(corsOrigins: readonly string[]): RequestHandler {
  const allowed = new Set(corsOrigins);
  return ({ headers }, response, next) => {
    const { scheme } = senderOf(response);
    if (scheme === 'none') refusePages(headers);
    if (scheme === 'basic' && !allowed.has('*') && isForeign(headers, allowed)) {
      const from = headers.origin ?? String(headers['sec-fetch-site']);
      throw forbidden(
        `Origin: with Basic credentials a browser may write for pages of this server and of CORS_ORIGINS, got ${shown(from)}: list the origin there, or send a Bearer token`,
      );
    }
    next();
  };
}

/**
 * Refuses a write without credentials that a browser sends for any page: every page that a person opens can reach the loopback address. An
 * exporter sends neither header.
 * @throws ApiError 403
 */
export function refusePages({ origin, 'sec-fetch-site': site }: PageHeaders): void {
  if (origin === undefined && (site === undefined || site === 'none' || site === 'same-origin')) return;
  throw forbidden('Origin, Sec-Fetch-Site: without credentials no page of a browser may write: send a Bearer token');
}

/** Headers by which a browser names the page that causes a request. */
type PageHeaders = Readonly<Partial<Record<'origin' | 'sec-fetch-site', string | readonly string[] | undefined>>>;

/**
 * Whether a browser sends the request for a page of another origin. After a person has entered Basic credentials, a browser adds them to
 * every request for this server, from any page's form or script, and such a request needs no preflight. A Bearer token is never added so,
 * and other clients send neither of the headers. `Sec-Fetch-Site` wins over `Origin`, which is `null` for pages that
 * hide their origin, and which cannot be compared if a proxy has changed the host. Older browsers, and all on plain HTTP, do not send
 * `Sec-Fetch-Site`. Scripts can set neither.
 */
function isForeign(headers: IncomingHttpHeaders, allowed: ReadonlySet<string>): boolean {
  const { origin, host = '' } = headers;
  if (origin !== undefined && allowed.has(origin)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isOrigin(origin, host);
}

/** Compares without the scheme, which is unknown behind a proxy that ends TLS. */
function isOrigin(origin: string, host: string): boolean {
  if (origin.length > LONGEST_ORIGIN || !URL.canParse(origin)) return false;
  const { host: theirs, protocol } = new URL(origin);
  const own = host.toLowerCase();
  return own === theirs || own === theirs + (DEFAULT_PORTS[protocol] ?? '');
}

/** Quotes a text, because the log omits quoted text, and replaces Latin-1 bytes that control a terminal. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, LONGEST_SHOWN).replace(/[^\x20-\x7e]/g, '?'));
}

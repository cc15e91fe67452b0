import type { RequestHandler } from 'express';

const ANY = '*';
const ONE_DAY = '86400';

/** Header names, as a browser lists them in a preflight. */
const HEADER_NAMES = /^[\w-]+(, ?[\w-]+)*$/;

/**
 * Allows browsers to read responses for pages of the given origins, and answers their preflights before routing and authentication, because
 * a preflight never has credentials. There are no cookies, and Basic credentials, which a browser adds by itself, are checked by
 * `refuseForeignWrites`, so that any header may be allowed. Other origins get no CORS header, and their preflight is an unknown method.
 * @param origins `https://app.example.com`, or `*` for all of them
 */
export function cors(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    if (!allowed.has(ANY)) response.vary('Origin');
    const { origin } = request.headers;
    if (origin === undefined || !(allowed.has(ANY) || allowed.has(origin))) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Origin', allowed.has(ANY) ? ANY : origin);
    response.setHeader('Access-Control-Expose-Headers', 'ETag, Retry-After, X-Request-Id, Sluice-Ignored-Parameters');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      next();
      return;
    }
    const headers = request.headers['access-control-request-headers'];
    if (headers !== undefined && HEADER_NAMES.test(headers)) {
      response.setHeader('Access-Control-Allow-Headers', headers);
    }
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST');
    response.setHeader('Access-Control-Max-Age', ONE_DAY);
    response.statusCode = 204;
    response.end();
  };
}

import { createHash } from 'node:crypto';
import { type OpenRoute, sendJson } from '@sluice/http';
import { openApiDocument } from './openapi';

/** A day would be too long after an update of the server; a minute is enough for tools that ask often. */
const CACHE_CONTROL = 'public, max-age=60';

/** `GET /api/public/openapi.json`: the document, for everybody. A client that has it already is answered 304. */
export function openApiRoute(): OpenRoute {
  const body = JSON.stringify(openApiDocument);
  const entityTag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  return {
    method: 'get',
    path: '/api/public/openapi.json',
    handle: (request, response) => {
      response.setHeader('ETag', entityTag);
      response.setHeader('Cache-Control', CACHE_CONTROL);
      if (!isKnown(entityTag, request.headers['if-none-match'])) {
        sendJson(response, 200, body);
        return;
      }
      response.statusCode = 304;
      response.end();
    },
  };
}

/** RFC 9110 13.1.2. Express would answer 200 where `Cache-Control: no-cache` is beside it, as `fetch` always sends it. */
function isKnown(entityTag: string, ifNoneMatch = ''): boolean {
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(entityTag) || known.includes('*');
}

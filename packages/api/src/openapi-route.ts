import { createHash } from 'node:crypto';
import { type OpenRoute, hasVersion, sendJson } from '@sluice/http';
import { endpoints } from './endpoints';
import { openApiDocument } from './openapi';
import { openRouteOf } from './route';

/** A day would be too long after an update of the server; a minute is enough for tools that ask often. */
const CACHE_CONTROL = 'public, max-age=60';

/** `GET /api/public/openapi.json`: the document, for everybody. A client that has it already is answered 304. */
export function openApiRoute(): OpenRoute {
  const body = JSON.stringify(openApiDocument);
  const entityTag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  return openRouteOf(endpoints.getOpenApiDocument, (_request, response) => {
    response.setHeader('Cache-Control', CACHE_CONTROL);
    if (!hasVersion(response, entityTag)) sendJson(response, 200, body);
  });
}

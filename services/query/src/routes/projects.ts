import { type Route, sendJson } from '@sluice/http';
import type { QueryParts } from './parts';

/** `GET /api/public/projects`: the one project that all credentials see (contract: Product). */
export function projectsRoute({ projectId }: QueryParts): Route {
  const project = { id: projectId, name: projectId, organization: { id: projectId, name: projectId }, metadata: {} };
  const body = JSON.stringify({ data: [project] });
  return {
    method: 'get',
    path: '/api/public/projects',
    handle: (_request, response) => sendJson(response, 200, body),
  };
}

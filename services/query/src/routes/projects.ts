import { type Route, sendJson, senderOf } from '@sluice/http';
import { type QueryParts, shownProject } from './parts';

/** `GET /api/public/projects`: the one project of the credentials (contract: Product). */
export function projectsRoute({ projectId }: Pick<QueryParts, 'projectId'>): Route {
  return {
    method: 'get',
    path: '/api/public/projects',
    scope: 'any',
    handle: (_request, response) => {
      const id = shownProject(senderOf(response), projectId);
      const project = { id, name: id, organization: { id, name: id }, metadata: {} };
      sendJson(response, 200, JSON.stringify({ data: [project] }));
    },
  };
}

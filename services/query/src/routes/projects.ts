import { type Route, sendJson, senderOf } from '@sluice/http';
import { type QueryDependencies, shownProject } from './parts';

/** `GET /api/public/projects`: the one project of the credentials, and what they are called and may do (contract: Product). */
export function projectsRoute({ projectId }: Pick<QueryDependencies, 'projectId'>): Route {
  return {
    method: 'get',
    path: '/api/public/projects',
    scope: 'any',
    handle: (_request, response) => {
      const sender = senderOf(response);
      const id = shownProject(sender, projectId);
      const project = { id, name: id, organization: { id, name: id }, metadata: {} };
      const credential = { name: sender.name ?? null, scopes: sender.scopes };
      sendJson(response, 200, JSON.stringify({ data: [project], credential }));
    },
  };
}

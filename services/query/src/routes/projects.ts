import { endpoints } from '@sluice/api';
import { sendJson, senderOf } from '@sluice/http';
import { type QueryDependencies, shownProject } from './parts';
import { type Read, readOf } from './read';

/** `GET /api/public/projects`: the one project of the credentials, and what they are called and may do (contract: Product). */
export const projects = ({ projectId }: Pick<QueryDependencies, 'projectId'>): Read =>
  readOf(endpoints.listProjects, (_asked, _request, response) => {
    const sender = senderOf(response);
    const id = shownProject(sender, projectId);
    const project = { id, name: id, organization: { id, name: id }, metadata: {} };
    const credential = { name: sender.name ?? null, scopes: sender.scopes };
    sendJson(response, 200, JSON.stringify({ data: [project], credential }));
  });

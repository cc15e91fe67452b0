import { type Route, notFound, senderOf } from '@sluice/http';
import { storable } from '@sluice/record';
import type { Session, SessionDetail, StoredText } from '@sluice/store/read';
import { sessionFields, sessionListParams } from '../params/session-params';
import type { FieldGroups } from '../params/trace-params';
import { presentMeta } from '../present/meta';
import { presentTime } from '../present/times';
import { presentTraces } from '../present/trace';
import { lookAgain } from './look-again';
import { type QueryParts, shownProject } from './parts';

/** `GET /api/public/sessions` (contract: Reading traces). */
export function sessionsRoute({ store, answers, projectId: defaultId }: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/sessions',
    scope: 'read',
    handle: async (request, response) => {
      const query = sessionListParams(request.query);
      const sender = senderOf(response);
      const found = await store.of(sender.project).listSessions(query);
      const projectId = shownProject(sender, defaultId);
      const data = found.sessions.map((session) => present(session, projectId));
      await answers.send(response, found, [[JSON.stringify({ data, meta: presentMeta(query, found.totalItems) })]]);
    },
  };
}

/** `GET /api/public/sessions/:sessionId` (contract: Reading traces). */
export function sessionRoute(parts: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/sessions/:sessionId',
    scope: 'read',
    handle: async (request, response) => {
      const fields = sessionFields(request.query);
      const { sessionId } = request.params;
      const id = storable(typeof sessionId === 'string' ? sessionId : '');
      const sender = senderOf(response);
      const { getSession } = parts.store.of(sender.project);
      const found = await lookAgain(parts, response, () => getSession({ id, include: fields }));
      if (found === undefined) throw notFound('there is no session with this id');
      await parts.answers.send(response, found, pieces(found, fields, shownProject(sender, parts.projectId)));
    },
  };
}

const present = ({ id, createdAt, environment }: Session, projectId: string): object => ({
  id,
  createdAt: presentTime(createdAt),
  projectId,
  environment,
});

async function* pieces(
  { session, traces }: SessionDetail,
  fields: FieldGroups,
  projectId: string,
): AsyncGenerator<StoredText[]> {
  yield [`${JSON.stringify(present(session, projectId)).slice(0, -1)},"traces":[`];
  yield* presentTraces(traces, fields, projectId);
  yield [']}'];
}

import { type Route, notFound, senderOf } from '@sluice/http';
import { storable } from '@sluice/record';
import type { ListedSession, SessionDetail, StoredText, Versioned } from '@sluice/store/read';
import { sessionFields, sessionListParams } from '../params/session-params';
import { presentMeta, presentWalkMeta } from '../present/meta';
import { presentListed, presentSession } from '../present/session';
import { type TraceForm, presentTraces } from '../present/trace';
import { lookAgain } from './retry-read';
import { type QueryDependencies, readsFor, shownProject } from './parts';
import { inForm, isAsSent } from './sdk-form';

/** `GET /api/public/sessions` (contract: Reading traces). */
export function sessionsRoute({ store, answers, projectId: defaultId }: QueryDependencies): Route {
  return {
    method: 'get',
    path: '/api/public/sessions',
    scope: 'read',
    handle: async (request, response) => {
      const { query, walk } = sessionListParams(request.query);
      const sender = senderOf(response);
      const reads = readsFor(store, response);
      const projectId = shownProject(sender, defaultId);
      const answer = async (found: Versioned & { readonly sessions: readonly ListedSession[] }, meta: object) => {
        const data = found.sessions.map((session) => presentListed(session, projectId)).join(',');
        await answers.send(response, found, [[`{"data":[${data}],"meta":${JSON.stringify(meta)}}`]]);
      };
      if (walk === undefined) {
        const list = await reads.listSessions(query);
        await answer(list, presentMeta(query, list.totalItems));
      } else {
        const found = await reads.scanSessions(walk);
        await answer(found, presentWalkMeta(walk, found));
      }
    },
  };
}

/** `GET /api/public/sessions/:sessionId` (contract: Reading traces). */
export function sessionRoute(dependencies: QueryDependencies): Route {
  return {
    method: 'get',
    path: '/api/public/sessions/:sessionId',
    scope: 'read',
    handle: async (request, response) => {
      const asSent = isAsSent(request, response);
      const fields = sessionFields(request.query);
      const { sessionId } = request.params;
      const id = storable(typeof sessionId === 'string' ? sessionId : '');
      const sender = senderOf(response);
      const { getSession } = readsFor(dependencies.store, response);
      const found = await lookAgain(dependencies, response, () => getSession({ id, include: { ...fields, asSent } }));
      if (found === undefined) throw notFound('there is no session with this id');
      const form = { fields, projectId: shownProject(sender, dependencies.projectId) };
      await dependencies.answers.send(response, inForm(found, asSent), pieces(found, form));
    },
  };
}

async function* pieces({ session, traces }: SessionDetail, form: TraceForm): AsyncGenerator<StoredText[]> {
  yield [`${presentSession(session, form.projectId).slice(0, -1)},"traces":[`];
  yield* presentTraces(traces, form);
  yield [']}'];
}

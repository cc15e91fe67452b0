import { endpoints } from '@sluice/api';
import { notFound, senderOf } from '@sluice/http';
import { storable } from '@sluice/record';
import type { ListedSession, SessionDetail, StoredText, Versioned } from '@sluice/store/read';
import { sessionFields, sessionListQueries } from '../queries/session-query';
import { presentMeta, presentScanMeta } from '../present/meta';
import { presentListed, presentSession } from '../present/session';
import { type TraceForm, presentTraces } from '../present/trace';
import { lookAgain } from './retry-read';
import { type QueryDependencies, readsFor, shownProject } from './parts';
import { type Read, readOf } from './read';
import { inForm, isAsSent } from './sdk-form';

/** `GET /api/public/sessions` (contract: Reading traces). */
export const sessions = ({ store, answers, projectId: defaultId }: QueryDependencies): Read =>
  readOf(endpoints.listSessions, async (parameters, _request, response) => {
    const { query, scan } = sessionListQueries(parameters);
    const sender = senderOf(response);
    const reads = readsFor(store, response);
    const projectId = shownProject(sender, defaultId);
    const answer = async (found: Versioned & { readonly sessions: readonly ListedSession[] }, meta: object) => {
      const data = found.sessions.map((session) => presentListed(session, projectId)).join(',');
      await answers.send(response, found, [[`{"data":[${data}],"meta":${JSON.stringify(meta)}}`]]);
    };
    if (scan === undefined) {
      const list = await reads.listSessions(query);
      await answer(list, presentMeta(query, list.totalItems));
    } else {
      const found = await reads.scanSessions(scan);
      await answer(found, presentScanMeta(scan, found));
    }
  });

/** `GET /api/public/sessions/:sessionId` (contract: Reading traces). */
export const session = (dependencies: QueryDependencies): Read =>
  readOf(endpoints.getSession, async (parameters, request, response) => {
    const asSent = isAsSent(request);
    const fields = sessionFields(parameters);
    const { sessionId } = request.params;
    const id = storable(typeof sessionId === 'string' ? sessionId : '');
    const sender = senderOf(response);
    const { getSession } = readsFor(dependencies.store, response);
    const found = await lookAgain(dependencies, response, () => getSession({ id, include: { ...fields, asSent } }));
    if (found === undefined) throw notFound('there is no session with this id');
    const form = { fields, projectId: shownProject(sender, dependencies.projectId) };
    await dependencies.answers.send(response, inForm(found, asSent), pieces(found, form));
  });

async function* pieces({ session, traces }: SessionDetail, form: TraceForm): AsyncGenerator<StoredText[]> {
  yield [`${presentSession(session, form.projectId).slice(0, -1)},"traces":[`];
  yield* presentTraces(traces, form);
  yield [']}'];
}

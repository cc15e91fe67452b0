import { setTimeout as sleep } from 'node:timers/promises';
import { type Handler, type Route, notFound, senderOf } from '@sluice/http';
import { parseTraceId } from '@sluice/record';
import type { DetailQuery, StoredText, TraceDetail } from '@sluice/store/read';
import { type FieldGroups, fieldGroups, observationDetail } from '../params/trace-params';
import { presentObservation } from '../present/observation';
import { presentTrace } from '../present/trace';
import { type QueryParts, shownProject } from './parts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** `GET /api/public/traces/:traceId` (spec 4.3). */
export function traceRoute(parts: QueryParts): Route {
  return {
    method: 'get',
    path: '/api/public/traces/:traceId',
    scope: 'read',
    handle: async (request, response) => {
      const fields = fieldGroups(request.query);
      const detail = observationDetail(request.query);
      const { traceId } = request.params;
      const id = typeof traceId === 'string' ? parseTraceId(traceId) : undefined;
      const found = id === undefined ? undefined : await findTrace(parts, { id, include: fields, detail }, response);
      if (found === undefined) throw notFound('there is no trace with this id');
      await parts.answers.send(
        response,
        found,
        detailPieces(found, fields, shownProject(senderOf(response), parts.projectId)),
      );
    },
  };
}

/** Looks again for a trace that is not there yet: who has just sent it may ask before the writer has stored it. */
async function findTrace(
  { store, readWaitMs }: QueryParts,
  query: DetailQuery,
  response: Parameters<Handler>[1],
): Promise<TraceDetail | undefined> {
  const { getTrace } = store.of(senderOf(response).project);
  const deadline = performance.now() + readWaitMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const detail = await getTrace(query);
    const left = deadline - performance.now();
    if (detail !== undefined || left <= 0 || response.destroyed) return detail;
    await sleep(Math.min(pause, left));
  }
}

async function* detailPieces(
  detail: TraceDetail,
  fields: FieldGroups,
  projectId: string,
): AsyncGenerator<StoredText[]> {
  const { trace, summary, readIo, observations } = detail;
  const whole = presentTrace({ trace, io: await readIo(), summary, fields, projectId, observations: '[]' });
  yield [...whole.slice(0, -2), '['];
  let separator = '';
  for await (const portion of observations) {
    for (const observation of portion) {
      yield [separator, ...presentObservation(observation)];
      separator = ',';
    }
  }
  yield [']}'];
}

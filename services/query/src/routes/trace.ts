import { endpoints } from '@sluice/api';
import { notFound, senderOf } from '@sluice/http';
import { traceIdOfText } from '@sluice/record';
import type { Observation, StoredText, TraceDetail } from '@sluice/store/read';
import { fieldGroups } from '../queries/field-groups';
import { type ObservationForm, presentObservation } from '../present/observation';
import { presentScore } from '../present/score';
import { type TraceForm, presentTrace } from '../present/trace';
import { lookAgain } from './retry-read';
import { type QueryDependencies, readsFor, shownProject } from './parts';
import { type Read, readOf } from './read';
import { inForm, isAsSent } from './sdk-form';

/** `GET /api/public/traces/:traceId` (spec 4.3). */
export const trace = (dependencies: QueryDependencies): Read =>
  readOf(endpoints.getTrace, async (parameters, request, response) => {
    const asSent = isAsSent(request);
    const fields = fieldGroups(parameters.fields);
    const detail = parameters.observationFields;
    const { traceId } = request.params;
    const id = typeof traceId === 'string' ? traceIdOfText(traceId) : undefined;
    const { getTrace } = readsFor(dependencies.store, response);
    const found =
      id === undefined
        ? undefined
        : await lookAgain(dependencies, response, () => getTrace({ id, include: { ...fields, asSent }, detail }));
    if (found === undefined) throw notFound('there is no trace with this id');
    await dependencies.answers.send(
      response,
      inForm(found, asSent),
      detailPieces(found, { fields, asSent, projectId: shownProject(senderOf(response), dependencies.projectId) }),
    );
  });

async function* detailPieces(
  detail: TraceDetail,
  { asSent, ...form }: TraceForm & ObservationForm,
): AsyncGenerator<Iterable<StoredText>> {
  const { trace, summary, readIo, scores, observations } = detail;
  const whole = presentTrace({ trace, io: await readIo(), summary, scores: '[]', observations: '[]' }, form);
  yield [...whole.slice(0, -4), '['];
  let separator = '';
  for await (const portion of scores) {
    for (const score of portion) {
      yield [separator, ...presentScore(score, { ...form, version: 'v1' })];
      separator = ',';
    }
  }
  yield [']', ...whole.slice(-3, -2), '['];
  separator = '';
  for await (const portion of observations) {
    yield portionPieces(portion, separator, { asSent });
    separator = ',';
  }
  yield [']}'];
}

/** Yields the text of each observation when it is needed, so that the text of a whole portion is never in memory. */
function* portionPieces(portion: readonly Observation[], first: string, form: ObservationForm): Generator<StoredText> {
  let separator = first;
  for (const observation of portion) {
    yield separator;
    yield* presentObservation(observation, form);
    separator = ',';
  }
}

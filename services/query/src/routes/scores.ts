import { endpoints } from '@sluice/api';
import { type Handler, notFound, senderOf } from '@sluice/http';
import { storable } from '@sluice/record';
import type { ListedScore, Portions, ScoreList, ScoreListQuery, StoredText } from '@sluice/store/read';
import { presentMeta } from '../present/meta';
import {
  type ScoreForm,
  presentListedScore,
  presentScannedScore,
  presentScore,
  presentScoreMeta,
} from '../present/score';
import { scoreQuery, scoresQuery, traceScoresQuery } from '../queries/score-query';
import { scoreScanQuery } from '../queries/score-scan-query';
import { listOf } from './list-of';
import { type QueryDependencies, readsFor, shownProject } from './parts';
import { type Read, readOf } from './read';
import { lookAgain } from './retry-read';
import { inForm, isAsSent } from './sdk-form';

type Request = Parameters<Handler>[0];
type Response = Parameters<Handler>[1];

/** The reads of scores (contract: Scores). */
export const scores = (dependencies: QueryDependencies): readonly Read[] => [
  readOf(endpoints.listTraceScores, async (parameters, request, response) => {
    const query = traceScoresQuery(parameters);
    const form: ScoreForm = { version: 'v1', projectId: projectOf(dependencies, response) };
    await sendPage(dependencies, { query, page: parameters.page }, [request, response], (each) =>
      presentListedScore(each, form),
    );
  }),
  readOf(endpoints.listScores, async (parameters, request, response) => {
    const { query, hasTraces } = scoresQuery(parameters);
    const form: ScoreForm = { version: 'v2', projectId: projectOf(dependencies, response) };
    await sendPage(dependencies, { query, page: parameters.page }, [request, response], (each) =>
      hasTraces ? presentListedScore(each, form) : presentScore(each.score, form),
    );
  }),
  readOf(endpoints.scanScores, async (parameters, request, response) => {
    const { query, groups } = scoreScanQuery(parameters);
    const form = { groups, projectId: projectOf(dependencies, response) };
    const found = await list(dependencies, query, request, response);
    const pieces = listOf(
      found.scores,
      (each) => presentScannedScore(each, form),
      presentScoreMeta(query.limit, found.next),
    );
    await dependencies.answers.send(response, inForm(found, isAsSent(request)), pieces);
  }),
  oneScore(dependencies, 'v1'),
  oneScore(dependencies, 'v2'),
];

const projectOf = ({ projectId }: QueryDependencies, response: Response): string =>
  shownProject(senderOf(response), projectId);

const list = (
  { store }: QueryDependencies,
  query: ScoreListQuery,
  request: Request,
  response: Response,
): Promise<ScoreList> => readsFor(store, response).listScores({ ...query, asSent: isAsSent(request) });

async function sendPage(
  dependencies: QueryDependencies,
  { query, page }: { readonly query: ScoreListQuery; readonly page: number },
  [request, response]: readonly [Request, Response],
  present: (each: ListedScore) => StoredText[],
): Promise<void> {
  const found = await list(dependencies, query, request, response);
  const meta = presentMeta({ page, limit: query.limit }, found.totalItems ?? 0);
  await dependencies.answers.send(response, inForm(found, isAsSent(request)), listOf(found.scores, present, meta));
}

function oneScore(dependencies: QueryDependencies, version: ScoreForm['version']): Read {
  return readOf(
    version === 'v1' ? endpoints.getTraceScore : endpoints.getScore,
    async (_parameters, request, response) => {
      const { scoreId } = request.params;
      const query = scoreQuery(storable(typeof scoreId === 'string' ? scoreId : ''), version === 'v1');
      const found = await lookAgain(dependencies, response, async () => {
        const page = await list(dependencies, query, request, response);
        return page.totalItems === 0 ? undefined : page;
      });
      if (found === undefined) throw notFound('there is no score with this id');
      const form: ScoreForm = { version, projectId: projectOf(dependencies, response) };
      await dependencies.answers.send(response, inForm(found, isAsSent(request)), pieces(found.scores, form));
    },
  );
}

async function* pieces(portions: Portions<ListedScore>, form: ScoreForm): AsyncGenerator<StoredText[]> {
  for await (const portion of portions) {
    for (const { score } of portion) yield presentScore(score, form);
  }
}

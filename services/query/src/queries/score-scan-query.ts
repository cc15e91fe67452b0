import { type QueryOf, type ScoreGroup, invalid, numberOf } from '@sluice/api';
import { badRequest } from '@sluice/http';
import { observationIdOfText, traceIdOfText } from '@sluice/record';
import type { ScoreComparison, ScoreFilter, ScoreListQuery } from '@sluice/store/read';
import { idsOf } from './score-query';
import { openWindowOf } from './trace-query';

type Scan = QueryOf<'scanScores'>;

/** Query of scores with a cursor, and the groups of members that its answer has. */
export interface ScoreScanQuery {
  readonly query: ScoreListQuery;
  readonly groups: ReadonlySet<ScoreGroup>;
}

/** Query of version 3 (contract: Scores). @throws ApiError 400 */
export function scoreScanQuery(parameters: Scan): ScoreScanQuery {
  const { cursor, limit, fields = [] } = parameters;
  return {
    query: { filter: scanFilter(parameters), at: cursor === undefined ? {} : { after: cursor }, limit },
    groups: new Set(fields),
  };
}

function scanFilter(parameters: Scan): ScoreFilter {
  const { id, name, source, dataType, environment, configId, queueId, authorUserId } = parameters;
  const { traceId, observationId, sessionId, experimentId } = parameters;
  checkSubjects({ traceId, observationId, sessionId, experimentId });
  return {
    ...openWindowOf(parameters),
    ...given({ ids: id, names: name, sources: source, dataTypes: dataType, environments: environment }),
    ...given({ configIds: configId, queueIds: queueId, authorUserIds: authorUserId }),
    ...given({ sessionIds: sessionId, datasetRunIds: experimentId }),
    ...given({
      traceIds: traceId && idsOf(traceId, traceIdOfText),
      observationIds: observationId && idsOf(observationId, observationIdOfText),
    }),
    ...valueFilter(parameters),
  };
}

/** Returns the members that have a value. */
function given(members: Readonly<Partial<Record<keyof ScoreFilter, readonly string[] | undefined>>>): ScoreFilter {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

type Subjects = Readonly<
  Record<'traceId' | 'observationId' | 'sessionId' | 'experimentId', readonly string[] | undefined>
>;

/** @throws ApiError 400 where parameters select scores of different subjects */
function checkSubjects({ observationId, ...subjects }: Subjects): void {
  const [first, second] = Object.entries(subjects).flatMap(([name, ids]) => (ids === undefined ? [] : [name]));
  if (second !== undefined) throw badRequest(`${second}: expected none with ${first}`);
  if (observationId !== undefined && subjects.traceId === undefined) {
    throw badRequest('observationId: expected traceId beside it');
  }
}

const BOOLEANS: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['false', 0],
]);

function valueFilter({ dataType = [], value, valueMin, valueMax }: Scan): ScoreFilter {
  const [type, ...others] = dataType;
  const single = others.length === 0 ? type : undefined;
  const bounds = Object.entries({ valueMin, valueMax }).flatMap(([name, bound]) =>
    bound === undefined ? [] : [[name, bound] as const],
  );
  const [bounded] = bounds;
  if (bounded !== undefined && single !== 'NUMERIC')
    throw badRequest(`${bounded[0]}: expected dataType=NUMERIC beside it`);
  const comparisons = bounds.map(([name, bound]): ScoreComparison => ({
    operator: name === 'valueMin' ? '>=' : '<=',
    value: bound,
  }));
  return {
    ...(comparisons.length > 0 && { comparisons }),
    ...(value !== undefined && exactValues(single, value)),
  };
}

function exactValues(type: string | undefined, values: readonly string[]): ScoreFilter {
  const numbers = (accepted: string, read: (text: string) => number | undefined): ScoreFilter => ({
    numbers: values.map((text) => {
      const number = read(text);
      if (number === undefined) throw invalid('value', accepted, text);
      return number;
    }),
  });
  if (type === 'NUMERIC') return numbers('numbers, separated by commas', numberOf);
  if (type === 'BOOLEAN') return numbers('true or false', (text) => BOOLEANS.get(text));
  if (type === 'CATEGORICAL') return { texts: values };
  throw badRequest('value: expected one dataType of NUMERIC, BOOLEAN, CATEGORICAL beside it');
}

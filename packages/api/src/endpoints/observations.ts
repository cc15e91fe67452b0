import { ANSWER_LIMITS, LEVELS, OBSERVATION_COLUMNS, OBSERVATION_TYPES } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { expression } from '../kinds/expression';
import { ids, texts } from '../kinds/lists';
import type { QueryParameter } from '../kinds/parameter';
import { optionalChoice, text } from '../kinds/scalars';
import { parentId, time, traceId } from '../kinds/times';
import { ifNoneMatch, inPath, ofTrace, paging, receipt, sdkName } from '../parameters';
import { VERSIONED, answer, json, notFound, notModified } from '../responses';
import { ref } from '../schemas/values';
import { OBSERVATION_EXAMPLE } from './get-trace';

const equals = (what: string): QueryParameter<string | undefined> => ({
  about: `Only observations with exactly this ${what}.`,
  kind: text(),
});

/** Filters of observations; all given conditions hold together. */
export const observationFilters = {
  name: equals('name'),
  type: {
    about: 'Only observations of this type. Other types of a sender: by `filter`.',
    kind: optionalChoice(OBSERVATION_TYPES),
  },
  level: { about: 'Only observations of this level.', kind: optionalChoice(LEVELS) },
  version: equals('version of their own'),
  userId: { about: 'Only observations of traces with exactly this user.', kind: text() },
  sessionId: { about: 'Only observations of traces with exactly this session.', kind: text() },
  traceId: { about: 'Only observations of this trace; an id in any form.', kind: traceId() },
  parentObservationId: {
    about: 'Only observations with this parent; an id in any form. An empty value: only those without a parent.',
    kind: parentId(),
  },
  isRootObservation: {
    about:
      '`true`: only observations without a parent, or that their sender marked as the root of an application; `false`: only the others.',
    kind: optionalChoice(['true', 'false']),
  },
  environment: { about: 'Only observations of one of these environments.', kind: texts() },
  fromStartTime: { about: 'Only observations that started at or after this time.', kind: time() },
  toStartTime: { about: 'Only observations that started before this time.', kind: time() },
  filter: {
    about:
      'JSON array of conditions `{type, column, operator, value}`; an observation must fulfil all of them. A condition on a column replaces the parameters for that column. An observation without a value fulfils only `is null`. Text is compared by code point and is case-sensitive. A condition on metadata has the type `stringObject` and the `key` of a member. Latency and time to first token are in seconds, cost in USD. An id can have any of its forms.',
    kind: expression(OBSERVATION_COLUMNS),
    examples: [
      '[{"type":"stringOptions","column":"type","operator":"any of","value":["TOOL"]},{"type":"number","column":"latency","operator":">=","value":2.5}]',
      '[{"type":"string","column":"statusMessage","operator":"contains","value":"timed out"}]',
      '[]',
    ],
  },
};

const EXAMPLE = {
  ...OBSERVATION_EXAMPLE,
  projectId: 'default',
  modelId: null,
  inputPrice: null,
  outputPrice: null,
  totalPrice: null,
  promptId: null,
};

export const listObservations = {
  method: 'get',
  path: '/api/public/observations',
  scope: 'read',
  tag: 'Traces',
  summary: 'List observations',
  description:
    'A page of the filtered observations, newest first by start, with an exact total. With `ids`: the observations with these ids, by trace, the last received first, then by start and id. `GET /api/public/v2/observations` counts nothing, so it is faster.',
  query: {
    ids: {
      about: `Ids of the observations, in any form, at most ${ANSWER_LIMITS.ids}, without another filter than \`traceId\`. Text that is not an id matches nothing.`,
      kind: ids(ANSWER_LIMITS.ids),
    },
    ...paging(ANSWER_LIMITS.observations),
    ...observationFilters,
  },
  headers: [receipt, ifNoneMatch, sdkName],
  answers: {
    '200': answer(
      'A page of observations.',
      json(ref('ObservationList'), {
        data: [EXAMPLE],
        meta: { page: 1, limit: ANSWER_LIMITS.items, totalItems: 1, totalPages: 1 },
      }),
      VERSIONED,
    ),
    ...notModified,
  },
} satisfies Endpoint;

export const getObservation = {
  method: 'get',
  path: '/api/public/observations/{observationId}',
  scope: 'read',
  tag: 'Traces',
  summary: 'Get an observation',
  description: 'An observation. Text that is not an id is 404 as well.',
  inPath: [inPath('observationId', 'Id, in any form.', ref('ObservationId'))],
  query: ofTrace,
  headers: [receipt, ifNoneMatch, sdkName],
  answers: {
    '200': answer('The observation.', json(ref('SingleObservation'), EXAMPLE), VERSIONED),
    ...notModified,
    ...notFound,
  },
} satisfies Endpoint;

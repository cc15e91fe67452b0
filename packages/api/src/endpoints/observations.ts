import { ANSWER_LIMITS } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { requiredTexts } from '../kinds/lists';
import { unsupported } from '../kinds/refused';
import { ifNoneMatch, inPath, ofTrace, paging, receipt, sdkName } from '../parameters';
import { VERSIONED, answer, json, notFound, notModified } from '../responses';
import { ref } from '../schemas/values';
import { OBSERVATION_EXAMPLE } from './get-trace';

/** Parameters by which the Langfuse API lists observations. */
const LANGFUSE_FILTERS = [
  ...['name', 'userId', 'type', 'level', 'parentObservationId', 'environment', 'version', 'filter'],
  ...['fromStartTime', 'toStartTime'],
];

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
  summary: 'List observations by their ids',
  description:
    'The observations with these ids: by trace, the last received first, then by start and id. Filters of the Langfuse API are refused, because observations are listed by their ids only.',
  query: {
    ids: {
      about: `Ids of the observations, in any form, at most ${ANSWER_LIMITS.ids}. Text that is not an id matches nothing.`,
      kind: requiredTexts(ANSWER_LIMITS.ids, `the ids of up to ${ANSWER_LIMITS.ids} observations`),
    },
    ...ofTrace,
    ...paging(ANSWER_LIMITS.observations),
  },
  refused: Object.fromEntries(LANGFUSE_FILTERS.map((name) => [name, unsupported('ask for observations by their ids')])),
  headers: [receipt, ifNoneMatch, sdkName],
  answers: {
    '200': answer(
      'The observations.',
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

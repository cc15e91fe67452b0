import { ANSWER_LIMITS } from '@sluice/record';
import type { Endpoints, Operation, Parameter } from '../document';
import { ifNoneMatch, paging, receipt, sdkName, textQuery, values } from '../parameters';
import { VERSIONED, answer, json, notFound, notModified, readRefusals } from '../responses';
import { ref } from '../schemas/values';
import { OBSERVATION_EXAMPLE } from './get-trace';

const EXAMPLE = {
  ...OBSERVATION_EXAMPLE,
  projectId: 'default',
  modelId: null,
  inputPrice: null,
  outputPrice: null,
  totalPrice: null,
  promptId: null,
  promptName: null,
  promptVersion: null,
};

const traceId: Parameter = textQuery(
  'traceId',
  'Any form of the id of their trace. With it they are found at once; without it the newest days are searched first, and an id that several traces have is that of the trace that was received last.',
);

const listObservations: Operation = {
  operationId: 'listObservations',
  tags: ['Traces'],
  summary: 'Several observations by their ids',
  description:
    'Those that there are: by trace, the one that was received last first, then by start and id. The filters of the Langfuse API are refused, because observations are listed by their ids only.',
  parameters: [
    {
      ...values(
        'ids',
        `Of the observations, in any form, at most ${ANSWER_LIMITS.ids}. Text that is no id finds nothing`,
      ),
      required: true,
    },
    traceId,
    ...paging(ANSWER_LIMITS.observations),
    receipt,
    ifNoneMatch,
    sdkName,
  ],
  responses: {
    '200': answer(
      'The observations.',
      json(ref('ObservationList'), {
        data: [EXAMPLE],
        meta: { page: 1, limit: ANSWER_LIMITS.items, totalItems: 1, totalPages: 1 },
      }),
      VERSIONED,
    ),
    ...notModified,
    ...readRefusals,
  },
};

const getObservation: Operation = {
  operationId: 'getObservation',
  tags: ['Traces'],
  summary: 'Get an observation',
  description: 'Text that is no id is 404 too.',
  parameters: [
    {
      name: 'observationId',
      in: 'path',
      description: 'Any form of its id.',
      required: true,
      schema: ref('ObservationId'),
    },
    traceId,
    receipt,
    ifNoneMatch,
    sdkName,
  ],
  responses: {
    '200': answer('The observation.', json(ref('SingleObservation'), EXAMPLE), VERSIONED),
    ...notModified,
    ...notFound,
    ...readRefusals,
  },
};

export const observations: Endpoints = {
  paths: {
    '/api/public/observations': { get: listObservations },
    '/api/public/observations/{observationId}': { get: getObservation },
  },
};

import { PUBLIC_OBSERVATION_FIELDS, fieldsOf } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { choice } from '../kinds/scalars';
import { fields, ifNoneMatch, inPath, receipt, sdkName } from '../parameters';
import { VERSIONED, answer, json, notFound, notModified } from '../responses';
import { ref } from '../schemas/values';

const NO_FIELDS = Object.fromEntries(
  fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'text', 'longText', 'json', 'time', 'integer').map((name) => [name, null]),
);

export const OBSERVATION_EXAMPLE = {
  id: '00000000-0000-0000-eee1-9b7ec3c1b174',
  traceId: '5b8efff7-9803-8103-d269-b633813fc60c',
  parentObservationId: null,
  ...NO_FIELDS,
  type: 'GENERATION',
  name: 'chat gpt-4o',
  startTime: '2026-11-20T10:00:00.000Z',
  endTime: '2026-11-20T10:00:01.500Z',
  latency: 1.5,
  timeToFirstToken: null,
  level: 'DEFAULT',
  environment: 'default',
  model: 'gpt-4o',
  modelParameters: { temperature: 0 },
  input: [{ role: 'user', content: 'Where is my invoice?' }],
  output: 'In your inbox.',
  metadata: { resourceAttributes: { 'service.name': 'shop' } },
  unit: 'TOKENS',
  usage: { input: 400, output: 20, total: 420 },
  usageDetails: { input: 400, output: 20, total: 420 },
  costDetails: { input: 0.001, output: 0.0002, total: 0.0012 },
  promptTokens: 400,
  completionTokens: 20,
  totalTokens: 420,
  calculatedInputCost: 0.001,
  calculatedOutputCost: 0.0002,
  calculatedTotalCost: 0.0012,
  costSource: 'genai-prices@0.1.8',
  createdAt: '2026-11-20T10:00:02.004Z',
  updatedAt: '2026-11-20T10:00:02.004Z',
};

export const getTrace = {
  method: 'get',
  path: '/api/public/traces/{traceId}',
  scope: 'read',
  tag: 'Traces',
  summary: 'Get a trace',
  description:
    'A trace with all its observations. Text that is not a trace id is 404 as well. A process that reads a replica retries for `READ_WAIT_MS` before it answers 404, because a new trace may not have been replicated yet.',
  inPath: [inPath('traceId', 'Id, in any form.', ref('TraceId'))],
  query: {
    ...fields,
    observationFields: {
      about:
        '`core`: observations have the sizes of input, output, metadata and model parameters instead of their values. Much faster for a large trace.',
      kind: choice(['all', 'core'], 'all'),
    },
  },
  headers: [receipt, ifNoneMatch, sdkName],
  answers: {
    '200': answer(
      'The trace.',
      json(ref('TraceWithObservations'), {
        id: '5b8efff7-9803-8103-d269-b633813fc60c',
        timestamp: '2026-11-20T10:00:00.000Z',
        name: 'chat gpt-4o',
        userId: 'ada',
        sessionId: null,
        release: null,
        version: null,
        environment: 'default',
        public: false,
        bookmarked: false,
        tags: [],
        latency: 1.5,
        totalCost: 0.0012,
        usage: { input: 400, output: 20, total: 420 },
        input: null,
        output: null,
        metadata: {},
        scores: [],
        htmlPath: '/project/default/traces/5b8efff7-9803-8103-d269-b633813fc60c',
        projectId: 'default',
        externalId: null,
        createdAt: '2026-11-20T10:00:02.004Z',
        updatedAt: '2026-11-20T10:00:02.004Z',
        observations: [OBSERVATION_EXAMPLE],
      }),
      VERSIONED,
    ),
    ...notModified,
    ...notFound,
  },
} satisfies Endpoint;

import { ANSWER_LIMITS, OBSERVATION_GROUPS, OBSERVATION_GROUP_ORDERS } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { choice, optionalChoice, requiredChoice } from '../kinds/scalars';
import { atMost, receipt } from '../parameters';
import { IGNORED, answer, json } from '../responses';
import { type Properties, count, exactly, orNull, ref, text, usd } from '../schemas/values';
import { observationFilters } from './observations';

const percentiles = (of: string) => ({
  anyOf: [ref('Percentiles'), { type: 'null' }],
  description: `${of}, in seconds; null without one.`,
});

const figures: Properties = {
  calls: count('Observations.'),
  errors: count('Observations of the level ERROR.'),
  traces: count('Traces of the observations.'),
  latency: percentiles('Latency of observations with an end'),
  timeToFirstToken: percentiles('Time from start to the first token'),
  tokensPerSecond: {
    type: ['number', 'null'],
    minimum: 0,
    description: 'Output tokens by the time of the observations that have both; null without any.',
  },
  totalCost: usd('USD of counted observations; an unknown cost counts 0.'),
  inputTokens: count('Input tokens of counted observations. Sums have all their digits, also beyond 2^53.'),
  outputTokens: count('Output tokens.'),
  totalTokens: count('All tokens.'),
};

const EXAMPLE = {
  ...{ calls: 2, errors: 1, traces: 1, latency: { p50: 0.4, p95: 1.2, p99: 1.2 }, timeToFirstToken: null },
  ...{ tokensPerSecond: null, totalCost: 0, inputTokens: 0, outputTokens: 0, totalTokens: 0 },
};

export const listObservationGroups = {
  method: 'get',
  path: '/api/public/observations/groups',
  scope: 'read',
  tag: 'Traces',
  summary: 'Figures of observations by the values of a field',
  description:
    'Calls, errors, latency, tokens and cost by tool, model, prompt and other values. Observations without a value are left out. Default start: one day before the end; default end: the end of the present hour. Counts and sums are exact. Without filters and by another field than `userId`, figures of whole hours are stored: percentiles are then within 2 % (`meta.percentiles`: `approximate`), else measured values. If the observations are too many to be read in time, the answer is 503: request a shorter time.',
  query: {
    by: {
      about:
        'Field. `tool` is the name of observations of type TOOL; `prompt` groups by name and version; `statusMessage` groups messages that differ in numbers, ids and quoted text only.',
      kind: requiredChoice(OBSERVATION_GROUPS),
    },
    orderBy: {
      about: 'Figure that orders the groups, largest first. Ties are ordered by value.',
      kind: choice(OBSERVATION_GROUP_ORDERS, 'calls'),
    },
    interval: {
      about: `Adds figures of each group by UTC hour or day. \`limit\` times the hours or days of the window is at most ${ANSWER_LIMITS.groupIntervals}.`,
      kind: optionalChoice(['hour', 'day']),
    },
    ...atMost(ANSWER_LIMITS.observationGroups),
    ...observationFilters,
  },
  headers: [receipt],
  answers: {
    '200': answer(
      'The groups.',
      json(ref('ObservationGroups'), {
        data: [
          {
            ...{ value: 'search_docs', promptVersion: null, ...EXAMPLE },
            ...{ fromStartTime: '2026-11-20T10:00:00.000Z', toStartTime: '2026-11-20T10:00:05.000Z' },
          },
        ],
        meta: {
          ...{ totalItems: 1, percentiles: 'approximate', otherCalls: 0 },
          ...{ fromStartTime: '2026-11-20T00:00:00.000Z', toStartTime: '2026-11-21T00:00:00.000Z' },
        },
      }),
      IGNORED,
    ),
  },
  schemas: {
    ObservationGroups: exactly('Groups of observations, the largest first.', {
      data: { type: 'array', maxItems: ANSWER_LIMITS.observationGroups, items: ref('ObservationGroup') },
      meta: exactly('Extent of the answer.', {
        totalItems: count('Total number of groups.'),
        percentiles: {
          enum: ['exact', 'approximate'],
          description: 'Whether a percentile is a measured value, or within 2 % of it.',
        },
        otherCalls: count('Observations in no group, because there are too many values.'),
        fromStartTime: { ...ref('Timestamp'), description: 'Start of the window.' },
        toStartTime: { ...ref('Timestamp'), description: 'End of the window, exclusive.' },
      }),
    }),
    ObservationGroup: exactly(
      'Observations that have the same value in a field.',
      {
        value: text('The value.'),
        promptVersion: orNull(count('Version of the prompt; null for other fields, and without a version.')),
        fromStartTime: { ...ref('Timestamp'), description: 'Start of the earliest observation.' },
        toStartTime: { ...ref('Timestamp'), description: 'Start of the latest observation.' },
        ...figures,
      },
      {
        intervals: {
          type: 'array',
          maxItems: ANSWER_LIMITS.groupIntervals,
          items: ref('ObservationInterval'),
          description: 'Only with `interval`: figures of hours or days with observations, in order of time.',
        },
      },
    ),
    ObservationInterval: exactly('Observations of a group in an hour or a day.', {
      timestamp: { ...ref('Timestamp'), description: 'Start of the hour or day.' },
      ...figures,
    }),
    Percentiles: exactly('Percentiles in seconds.', {
      p50: { type: 'number', minimum: 0, description: 'The median.' },
      p95: { type: 'number', minimum: 0, description: 'The 95th percentile.' },
      p99: { type: 'number', minimum: 0, description: 'The 99th percentile.' },
    }),
  },
} satisfies Endpoint;

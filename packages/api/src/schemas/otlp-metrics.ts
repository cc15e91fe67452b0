import { POINT_LIMITS } from '@sluice/record';
import type { Schema } from '../document';
import { attributes, nanos, responseOf } from './otlp';
import { ATTRIBUTES, ITEMS, type Properties, ref, text } from './values';

/* Schemas of what to send, not of what is refused, as in `otlp.ts`. A point with a wrong member is refused alone. */

const list = (items: Schema): Schema => ({ type: 'array', items });
const number = (description: string): Schema => ({ type: ['number', 'null'], description });
const integer = (description: string): Schema => ({
  type: ['string', 'integer'],
  pattern: '^-?[0-9]{1,20}$',
  description,
});

const TEMPORALITY: Schema = {
  type: 'integer',
  minimum: 0,
  maximum: 2,
  description: '1 DELTA, 2 CUMULATIVE: becomes the label `temporality`; values are not converted.',
};

/** Schema of a data point: the common members, and `more`. */
const point = (more: Properties): Schema => ({
  type: 'object',
  properties: {
    timeUnixNano: nanos('Required: nanoseconds since 1970, at most one day ahead.'),
    startTimeUnixNano: nanos('Not stored.'),
    attributes,
    flags: { type: 'integer', minimum: 0, description: '1: the point has no value and is skipped.' },
    ...more,
  },
});

const NUMBER = point({
  asDouble: number('The value; finite.'),
  asInt: integer('The value, if it is an integer.'),
});

/** Members of histograms of both kinds. */
const FIGURES: Properties = {
  count: integer('Becomes `<name>.count`.'),
  sum: number('Becomes `<name>.sum`.'),
  min: number('Becomes `<name>.min`.'),
  max: number('Becomes `<name>.max`.'),
};

const holder = (description: string, dataPoints: Schema, more: Properties = {}): Schema => ({
  type: 'object',
  description,
  properties: { dataPoints: list(dataPoints), ...more },
});

export const otlpMetricSchemas: Properties = {
  OtlpMetricRequest: {
    type: 'object',
    description: `An \`ExportMetricsServiceRequest\`. At most ${ITEMS} data points, ${ATTRIBUTES} attributes, and ${ATTRIBUTES} metrics, quantiles, resources and scopes.`,
    properties: {
      resourceMetrics: list({
        type: 'object',
        properties: {
          resource: {
            type: 'object',
            properties: { attributes },
            description:
              'The attributes that `METRIC_RESOURCE_LABELS` names become labels: by default `service.name`, `service.namespace`, `service.instance.id`, `deployment.environment.name`, `deployment.environment`, `team.id`, `department`, `cost_center` and `organization.id`.',
          },
          scopeMetrics: list({
            type: 'object',
            properties: {
              scope: { type: 'object', description: 'Not stored.' },
              metrics: list(ref('OtlpMetric')),
            },
          }),
        },
      }),
    },
  },
  OtlpMetric: {
    type: 'object',
    description: 'One of the five kinds. Unit and description are not stored.',
    properties: {
      name: text(`1 to ${POINT_LIMITS.name} characters, with what is added for a figure.`),
      gauge: holder('Gauge: a data point becomes a metric point.', NUMBER),
      sum: holder('Read like a gauge.', NUMBER, {
        aggregationTemporality: TEMPORALITY,
        isMonotonic: { type: 'boolean', description: 'Not stored.' },
      }),
      histogram: holder(
        'Histogram: a data point becomes a metric point for each figure.',
        point({
          ...FIGURES,
          bucketCounts: list(integer('Not stored; one more than `explicitBounds`, or both empty.')),
          explicitBounds: list(number('Not stored.')),
        }),
        { aggregationTemporality: TEMPORALITY },
      ),
      exponentialHistogram: holder('Read like a histogram; its buckets are not stored.', point(FIGURES), {
        aggregationTemporality: TEMPORALITY,
      }),
      summary: holder(
        'Read like a histogram, with a point for each quantile.',
        point({
          count: integer('Becomes `<name>.count`.'),
          sum: number('Becomes `<name>.sum`.'),
          quantileValues: list({
            type: 'object',
            properties: {
              quantile: {
                type: 'number',
                minimum: 0,
                maximum: 1,
                description: '0.5 becomes `<name>.p50`, 0 `<name>.min`, 1 `<name>.max`.',
              },
              value: number('Value; finite.'),
            },
          }),
        }),
      ),
    },
  },
  OtlpMetricResponse: responseOf({
    message: 'ExportMetricsServiceResponse',
    count: 'rejectedDataPoints',
    items: 'data points',
    errors: 'The first reasons, each with the path of its item.',
  }),
  OtlpLogRequest: {
    type: 'object',
    description: 'An `ExportLogsServiceRequest`. Its log records are counted and not stored.',
    properties: {
      resourceLogs: list({
        type: 'object',
        properties: {
          scopeLogs: list({ type: 'object', properties: { logRecords: list({ description: 'Not read.' }) } }),
        },
      }),
    },
  },
  OtlpLogResponse: responseOf({
    message: 'ExportLogsServiceResponse',
    count: 'rejectedLogRecords',
    items: 'log records',
    errors: 'Reason: logs are not stored.',
  }),
};

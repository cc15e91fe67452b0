import { type Kind, type MetricPoint, POINT_AHEAD, POINT_LIMITS, isLonger, parseTime } from '@sluice/record';
import { DecodeError } from './decode-error';
import { type ItemList, portionsOf } from './item-list';
import type { Unchecked } from './json-body';
import { FREE_OBJECT, TIME } from './body-schema';

const POINT = {
  type: 'object',
  description: 'an object',
  required: ['name', 'value'],
  properties: {
    name: { type: 'string', description: 'a string' },
    labels: { ...FREE_OBJECT, additionalProperties: { type: 'string', description: 'a string' } },
    value: { type: 'number', description: 'a finite number' },
    timestamp: TIME,
  },
};

/** Bodies that are a list of items, by the member with the list. The gateway reads each of them without a row of its own. */
export const LISTS = {
  /** Body of `POST /v1/metrics/batch` (spec 2.6, 4.5; contract: Metric points and series). */
  metrics: {
    kind: 'metric',
    item: 'point',
    portions: portionsOf<'metric'>({ name: 'metrics', shape: POINT, read: readPoint }),
  },
} as const satisfies Readonly<Record<string, ItemList<Kind>>>;

export type ListName = keyof typeof LISTS;

function readPoint(raw: Unchecked, path: string, now: number): MetricPoint {
  const name = raw.name as string;
  if (name === '' || isLonger(name, POINT_LIMITS.name)) {
    throw new DecodeError('invalid', `${path}.name must be a string of 1 to ${POINT_LIMITS.name} characters`);
  }
  const timestamp = timestampOf(raw.timestamp, path, now);
  const labels = labelsOf((raw.labels ?? {}) as Readonly<Record<string, string>>, path);
  return { name, labels, value: raw.value as number, timestamp };
}

function timestampOf(raw: unknown, path: string, now: number): number {
  if (typeof raw !== 'string') return now;
  const micros = parseTime(raw)?.micros;
  if (micros === undefined || micros > now + POINT_AHEAD) {
    throw new DecodeError('invalid', `${path}.timestamp must be an ISO 8601 time from 1970 to one day ahead of now`);
  }
  return micros;
}

function labelsOf(raw: Readonly<Record<string, string>>, path: string): ReadonlyMap<string, string> {
  const labels = new Map(Object.entries(raw));
  if (labels.size > POINT_LIMITS.labels) {
    throw new DecodeError('invalid', `${path}.labels must not have more than ${POINT_LIMITS.labels} members`);
  }
  for (const [name, value] of labels) {
    if (isLonger(name, POINT_LIMITS.labelName) || isLonger(value, POINT_LIMITS.labelValue)) {
      const rule = `names of up to ${POINT_LIMITS.labelName} and values of up to ${POINT_LIMITS.labelValue} characters`;
      throw new DecodeError('invalid', `${path}.labels must have ${rule}`);
    }
  }
  return labels;
}

import { isLonger, parseTime } from '@sluice/record';
import { DecodeError } from './decode-error';
import { isObject, parseJsonBody, type Unchecked } from './json-body';
import type { Limits } from './limits';
import type { NativeMetricPoint } from './native';
import { checkPoints } from './native-schema';

const LONGEST_NAME = 255;
const MOST_LABELS = 64;
const LONGEST_LABEL_NAME = 255;
const LONGEST_LABEL_VALUE = 1000;
const DAY = 24 * 3600 * 1_000_000;

/**
 * Reads a body of `POST /v1/metrics/batch` (spec 2.6, 4.5; contract: Metric points and series). One bad point refuses
 * the batch.
 * @param now microseconds since the epoch; a timestamp may be up to a day ahead of it
 * @throws DecodeError naming the path of the first member that is wrong and what is accepted; nothing else
 */
export function decodeMetricBatch(body: Buffer, limits: Limits, now: number): readonly NativeMetricPoint[] {
  const parsed = parseJsonBody(body, limits);
  if (isObject(parsed) && Array.isArray(parsed.metrics) && parsed.metrics.length > limits.items) {
    throw new DecodeError('too-large', `metrics must not have more than ${limits.items} entries`);
  }
  return checkPoints(parsed).map((point, index) => readPoint(point, `metrics[${index}]`, now));
}

function readPoint(raw: Unchecked, path: string, now: number): NativeMetricPoint {
  const name = raw.name as string;
  if (name === '' || isLonger(name, LONGEST_NAME)) {
    throw new DecodeError('invalid', `${path}.name must be a string of 1 to ${LONGEST_NAME} characters`);
  }
  const timestamp = timestampOf(raw.timestamp, path, now);
  const labels = labelsOf((raw.labels ?? {}) as Readonly<Record<string, string>>, path);
  return { name, labels, value: raw.value as number, ...(timestamp !== undefined && { timestamp }) };
}

function timestampOf(raw: unknown, path: string, now: number): number | undefined {
  if (typeof raw !== 'string') return undefined;
  const micros = parseTime(raw)?.micros;
  if (micros === undefined || micros > now + DAY) {
    throw new DecodeError('invalid', `${path}.timestamp must be an ISO 8601 time from 1970 to one day ahead of now`);
  }
  return micros;
}

function labelsOf(raw: Readonly<Record<string, string>>, path: string): ReadonlyMap<string, string> {
  const labels = new Map(Object.entries(raw));
  if (labels.size > MOST_LABELS) {
    throw new DecodeError('invalid', `${path}.labels must not have more than ${MOST_LABELS} members`);
  }
  for (const [name, value] of labels) {
    if (isLonger(name, LONGEST_LABEL_NAME) || isLonger(value, LONGEST_LABEL_VALUE)) {
      const rule = `names of up to ${LONGEST_LABEL_NAME} and values of up to ${LONGEST_LABEL_VALUE} characters`;
      throw new DecodeError('invalid', `${path}.labels must have ${rule}`);
    }
  }
  return labels;
}

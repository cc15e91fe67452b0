import { POINT_AHEAD, POINT_LIMITS, isLonger, parseTime } from '@sluice/record';
import { DecodeError } from './decode-error';
import { rawBody, isObject, JsonList, type Unchecked } from './json-body';
import type { Limits } from './limits';
import type { NativeMetricPoint } from './native';
import { checkPoint, checkPoints } from './native-schema';

/** Points of a large body that are decoded together. */
const PORTION_POINTS = 1000;

/**
 * Reads a body of `POST /v1/metrics/batch` (spec 2.6, 4.5; contract: Metric points and series) in portions. One bad point
 * refuses the batch: who stores a portion has read all of them.
 * @param now microseconds since the epoch; a timestamp may be up to a day ahead of it
 * @throws DecodeError naming the path of the first member that is wrong and what is accepted; nothing else. What is
 *   wrong may be found after the first portions.
 */
export function* metricPortions(
  body: Buffer,
  limits: Limits,
  now: number,
): Generator<readonly NativeMetricPoint[], void> {
  const { value, lists } = rawBody(body, limits).open('the body', 'metrics');
  const list = lists.get('metrics') ?? (isObject(value) ? value.metrics : undefined);
  if ((list instanceof JsonList || Array.isArray(list)) && list.length > limits.items) {
    throw new DecodeError('too-large', `metrics must not have more than ${limits.items} entries`);
  }
  const points = checkPoints(value).map((point, index) => readPoint(point, `metrics[${index}]`, now));
  if (!(list instanceof JsonList)) {
    yield points;
    return;
  }
  let portion: NativeMetricPoint[] = [];
  let index = 0;
  for (const element of list) {
    const path = `metrics[${index++}]`;
    portion.push(readPoint(checkPoint(element.open(path).value, path), path, now));
    if (portion.length < PORTION_POINTS) continue;
    yield portion;
    portion = [];
  }
  yield portion;
}

/** As `metricPortions`, all at once. */
export const decodeMetricBatch = (body: Buffer, limits: Limits, now: number): readonly NativeMetricPoint[] =>
  Array.from(metricPortions(body, limits, now)).flat();

function readPoint(raw: Unchecked, path: string, now: number): NativeMetricPoint {
  const name = raw.name as string;
  if (name === '' || isLonger(name, POINT_LIMITS.name)) {
    throw new DecodeError('invalid', `${path}.name must be a string of 1 to ${POINT_LIMITS.name} characters`);
  }
  const timestamp = timestampOf(raw.timestamp, path, now);
  const labels = labelsOf((raw.labels ?? {}) as Readonly<Record<string, string>>, path);
  return { name, labels, value: raw.value as number, ...(timestamp !== undefined && { timestamp }) };
}

function timestampOf(raw: unknown, path: string, now: number): number | undefined {
  if (typeof raw !== 'string') return undefined;
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

import { POINT_AHEAD, POINT_LIMITS, REQUEST_LIMITS, isLonger, parseTime } from '@sluice/record';
import type { ItemOf, Kind, MetricPoint } from '@sluice/record';
import { DecodeError } from '../decode-error';
import type { BodySchema, Schema, Sent } from './body-schema';
import { arrayOf, component, number, object, objectOf, string, time } from './body-schema';

/** Body that is a list of items, which become records of one kind. */
export interface ItemList<K extends Kind = Kind> {
  readonly kind: K;
  /** An item, as the answer counts it. */
  readonly item: string;
  /** Member that is the list. */
  readonly member: string;
  readonly bodySchema: BodySchema;
  readonly itemSchema: BodySchema;
  /** Components of the document that describe the body. */
  readonly components: Readonly<Record<string, Schema>>;
  /**
   * Reads an item that meets its schema.
   * @param path of the item, for messages
   * @param now microseconds since the epoch
   * @throws DecodeError
   */
  readonly read: (raw: Sent<string>, path: string, now: number) => ItemOf<K>;
}

const POINT = object('One measured value.', ['name', 'value'], {
  name: string({ minLength: 1, maxLength: POINT_LIMITS.name, description: 'The metric.' }),
  labels: objectOf(string({ maxLength: POINT_LIMITS.labelValue }), 'Labels by name. Default: none.', {
    maxProperties: POINT_LIMITS.labels,
    propertyNames: { maxLength: POINT_LIMITS.labelName },
  }),
  value: number('Value; finite.'),
  timestamp: time('Time of the value, at most one day ahead. Default: now.'),
});

/** Bodies that are a list of items, by the member with the list. The gateway reads each of them without a row of its own. */
export const LISTS = {
  /** Body of `POST /v1/metrics/batch` (spec 2.6, 4.5; contract: Metric points and series). */
  metrics: {
    kind: 'metric',
    item: 'point',
    ...listSchema('metrics', {
      body: { component: 'MetricBatch', description: 'Points of any metrics.' },
      item: { component: 'MetricPoint', schema: POINT },
    }),
    read: readPoint,
  },
} as const satisfies Readonly<Record<string, ItemList>>;

export type ListName = keyof typeof LISTS;

/** Components of the document for a list and for an item. */
interface ListComponents {
  readonly body: { readonly component: string; readonly description: string };
  readonly item: { readonly component: string; readonly schema: BodySchema };
}

/** Returns the schemas of a list and of an item, and their components. */
function listSchema(member: string, { body, item }: ListComponents) {
  const items = arrayOf(component(item.component, item.schema), 'objects', {
    type: 'array',
    maxItems: REQUEST_LIMITS.items,
  });
  const bodySchema = object(body.description, [member], { [member]: items }, `a JSON object with ${member}`);
  return {
    member,
    bodySchema,
    itemSchema: item.schema,
    components: { [body.component]: bodySchema.documented, [item.component]: item.schema.documented },
  };
}

function readPoint(raw: Sent<keyof typeof POINT.members>, path: string, now: number): MetricPoint {
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

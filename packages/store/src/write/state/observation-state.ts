import {
  type Micros,
  type Observation,
  type Stamp,
  type TraceRecord,
  type Usage,
  FIRST_FIELDS,
  OBSERVATION_FIELDS,
  receiveStamp,
  wholeFieldsOf,
} from '@sluice/record';
import { isWithinBound } from './growing-metadata';
import { FieldMerge, NO_STAMPS, type StampedFields } from './stamped-fields';

/** All updates of one observation, merged. */
export interface ObservationState extends StampedFields<Observation> {
  /** Receipt time of the first record. */
  readonly createdAt: Micros;
  /** Receipt time of the record that last changed a value. */
  readonly updatedAt: Micros;
}

/** Fields that are replaced as a whole; `usage` and `metadata` are merged by member, `scope` is stored with the usage, the sent id of the parent with the parent. */
const WHOLE_FIELDS = [
  ...wholeFieldsOf(OBSERVATION_FIELDS).filter((name) => name !== 'scope' && name !== 'sentParentId'),
  'counted',
] as const satisfies readonly (keyof Observation)[];

/** Name of the parent among the stamps: its id as sent is valid as long as no other parent was sent. */
const PARENT = ['parentId'];

const USAGE_GROUPS = ['input', 'output', 'other', 'total'] as const satisfies readonly (keyof Usage)[];

/** Names of the usage groups among the stamps. */
const USAGE_PATHS = USAGE_GROUPS.map((group) => `usage.${group}`);

/** Returns the states of the observations in one record. */
export function observationsOf({ receivedAt, recordId, observations, stamps: sent }: TraceRecord): ObservationState[] {
  const stamp = sent?.stamp ?? receiveStamp(receivedAt, recordId);
  return observations.map((observation) => {
    const fields = hasEmptyUsage(observation) ? withoutUsage(observation) : observation;
    const { metadata } = fields;
    const updates = metadata === undefined ? [] : [{ members: metadata, stamps: NO_STAMPS, stamp, receivedAt }];
    const stamps = sent?.first === undefined ? NO_STAMPS : firstStamps(fields, sent.first);
    const state = { fields, stamp, stamps, updates, createdAt: receivedAt, updatedAt: receivedAt };
    if (metadata === undefined || isWithinBound(metadata)) return state;
    const { metadata: _metadata, ...others } = fields;
    return mergeObservations({ ...state, fields: others, updates: [] }, state);
  });
}

/** Returns the stamps of fields for which the first create wins. */
function firstStamps(fields: Observation, first: Stamp): ReadonlyMap<string, Stamp> {
  return new Map(FIRST_FIELDS.filter((name) => fields[name] !== undefined).map((name) => [name, first]));
}

const hasEmptyUsage = ({ usage }: Observation) => usage !== undefined && Object.keys(usage).length === 0;

function withoutUsage({ usage: _usage, ...rest }: Observation): Observation {
  return rest;
}

/**
 * Merges two states of one observation (contract: Updates), in any order.
 * @param a may be the stored state, whose single records are unknown
 */
export function mergeObservations(a: ObservationState, b: ObservationState): ObservationState {
  const merge = new FieldMerge(a, b);
  const usage = merge.pickMembers<Usage>('usage.', USAGE_GROUPS, a.fields.usage ?? {}, b.fields.usage ?? {});
  const metadata = merge.pickMetadata(a.fields.metadata);
  const whole = merge.pickMembers<Observation>('', WHOLE_FIELDS, a.fields, b.fields);
  const scope = merge.pickNewest('scope', USAGE_PATHS, a.fields.scope, b.fields.scope);
  const sentParentId = merge.pickNewest('sentParentId', PARENT, a.fields.sentParentId, b.fields.sentParentId);
  const fields: Observation = {
    ...whole,
    id: a.fields.id,
    counted: whole.counted ?? true,
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(scope === undefined ? {} : { scope }),
    ...(sentParentId === undefined ? {} : { sentParentId }),
  };
  return {
    ...merge.result(fields),
    createdAt: Math.min(a.createdAt, b.createdAt),
    updatedAt: merge.updatedAt(a.updatedAt, b.updatedAt),
  };
}

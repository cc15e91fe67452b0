import {
  type IndexedColumn,
  type IndexedMetadata,
  METADATA_BOUNDS,
  UNNAMED_MEMBERS,
  anyMemberBits,
  anyValueBits,
  isIndexed,
  memberBits,
  valueBits,
} from '../observation-index-format';
import type { StoredProject } from '../projects';
import type { Values } from './database';
import { type ObservationCondition, onlyValues } from './observation-condition';
import type { TraceCondition } from './trace-condition';

/* Values of conditions that the index of observations can test (TRACE-INDEX.md, "Observations"). */

/** Values of a column, or of a member of metadata, of which a trace must have one. */
export type WantedValues =
  | { readonly column: IndexedColumn; readonly values: readonly string[] }
  | { readonly column: IndexedMetadata; readonly member: string; readonly values: readonly string[] };

/** Values of one condition beyond which the index is not used for it. */
const MAX_VALUES = 20;

/** Returns what the index can test of conditions on one observation: it is in a trace that fulfils it, and others may be as well. */
export function wantedOfObservation(conditions: readonly ObservationCondition[]): readonly WantedValues[] {
  return conditions.flatMap((condition) => {
    const { column } = condition;
    if (condition.type === 'stringObject') return wantedMember('metadata', condition);
    const values = onlyValues(condition);
    if (values === undefined || values.length > MAX_VALUES) return [];
    // The level that nearly all observations have is not indexed.
    if (column === 'level' && values.includes('DEFAULT')) return [];
    if (column === 'toolName') {
      return [
        { column: 'name', values },
        { column: 'type', values: ['TOOL'] },
      ];
    }
    if (column === 'providedModelName') return [{ column: 'model', values }];
    return isIndexed(column) ? [{ column, values }] : [];
  });
}

/** Returns what it can test of conditions on a trace, by its metadata and its observations. */
export function wantedOfTrace(conditions: readonly TraceCondition[]): readonly WantedValues[] {
  return conditions.flatMap((condition) => {
    if (condition.type === 'stringObject') return wantedMember('traceMetadata', condition);
    if (condition.type === 'observation')
      return condition.operator === 'some' ? wantedOfObservation(condition.value) : [];
    const isOfServices = condition.type === 'arrayOptions' && condition.column === 'service';
    return isOfServices ? wantedServices(condition.operator, condition.value) : [];
  });
}

function wantedServices(
  operator: 'any of' | 'none of' | 'all of',
  services: readonly string[],
): readonly WantedValues[] {
  if (operator === 'none of' || services.length > MAX_VALUES) return [];
  const any = operator === 'any of' ? [services] : services.map((service) => [service]);
  return any.map((values) => ({ column: 'service', values }));
}

type MemberCondition = Extract<ObservationCondition | TraceCondition, { readonly type: 'stringObject' }>;

function wantedMember(column: IndexedMetadata, { operator, key, value }: MemberCondition): readonly WantedValues[] {
  const isWanted = operator === '=' && !UNNAMED_MEMBERS.includes(key) && isShort(value);
  return isWanted ? [{ column, member: key, values: [value] }] : [];
}

/** Returns whether a text has at most the characters of an indexed value. */
const isShort = (text: string): boolean => Array.from(text).length <= METADATA_BOUNDS.characters;

/** SQL: rows of the lower bits of the hashes of which a trace must have one. */
export function wantedBits(wanted: WantedValues, project: StoredProject, { add }: Values): string {
  const id = String(project.id);
  const { values } = wanted;
  const own =
    'member' in wanted
      ? memberBits(wanted.column, `${add(wanted.member)}::text`, 'v', id)
      : valueBits(wanted.column, 'v', id);
  const any = [anyValueBits(id), ...('member' in wanted ? [anyMemberBits(wanted.column, id)] : [])];
  return `select ${own} from unnest(${add(values)}::text[]) v ${any.map((bits) => `union all select ${bits}`).join(' ')}`;
}

import type { CONDITION_OPERATORS } from '@sluice/record';
import { SERVICE_PATH } from '../observation-index-format';
import { type ValueOwner, isReference, textOf } from '../packs/packed-text';
import { type Comparison, holds } from './condition-sql';
import type { Values } from './database';
import { plainPart } from './search-needle';

/** Condition on a member of metadata, without its column. */
interface MemberCondition {
  readonly key: string;
  readonly operator: (typeof CONDITION_OPERATORS)['stringObject'][number];
  readonly value: string;
}

/** Column of stored metadata, as SQL, and the trace to which it belongs. */
export interface StoredMetadata extends ValueOwner {
  readonly value: string;
}

/** SQL condition on a member of metadata: a text, and anything else as its JSON text. */
export function ofMember(metadata: StoredMetadata, { key, ...rest }: MemberCondition, add: Values['add']): string {
  const condition = { ...rest, type: 'string' } as const;
  return holds(part(metadata, `->> ${add(key)}::text`, soughtText(condition) ?? key, add), condition, add);
}

const [RESOURCE, SERVICE] = SERVICE_PATH;

/** SQL condition on the service of an observation. */
export const ofService = (metadata: StoredMetadata, condition: Comparison, add: Values['add']): string =>
  holds(part(metadata, PATH_OF_SERVICE, soughtText(condition) ?? SERVICE, add), condition, add);

const PATH_OF_SERVICE = `-> '${RESOURCE}' ->> '${SERVICE}'`;

/** Returns a text that each value contains that fulfils a condition; undefined: none is known. */
function soughtText(condition: Comparison): string | undefined {
  if (condition.type === 'string' && condition.operator !== 'does not contain' && condition.value !== '') {
    return condition.value;
  }
  const isOneOf = condition.type === 'stringOptions' && condition.operator === 'any of';
  return isOneOf && condition.value.length === 1 && condition.value[0] !== '' ? condition.value[0] : undefined;
}

/**
 * SQL: a part of metadata; null where its JSON does not contain a text, with or without escapes. Most metadata does not, and this test costs
 * a fifth of the parsing.
 */
function part({ value, ...owner }: StoredMetadata, path: string, text: string, add: Values['add']): string {
  const plain = plainPart(text);
  const test = plain === '' ? 'true' : `strpos(${value}, ${add(plain)}::text) > 0 or strpos(${value}, '\\u00') > 0`;
  return `case when ${isReference(value)} or ${test} then (${textOf(value, owner)})::json ${path} end`;
}

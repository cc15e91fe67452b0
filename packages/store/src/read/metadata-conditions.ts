import type { CONDITION_OPERATORS } from '@sluice/record';
import { type ValueOwner, isReference, textOf } from '../packs/packed-text';
import { holds } from './condition-sql';
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
  // Values that fulfil the condition contain its text; other metadata has the name of the member at least.
  const sought = rest.operator === 'does not contain' || rest.value === '' ? key : rest.value;
  return holds(member(metadata, key, sought, add), { ...rest, type: 'string' }, add);
}

/**
 * SQL: a member of metadata; null where its JSON does not contain a text, with or without escapes. Most metadata does not, and this test costs
 * a fifth of the parsing.
 */
function member({ value, ...owner }: StoredMetadata, key: string, text: string, add: Values['add']): string {
  const plain = plainPart(text);
  const test = plain === '' ? 'true' : `strpos(${value}, ${add(plain)}::text) > 0 or strpos(${value}, '\\u00') > 0`;
  return `case when ${isReference(value)} or ${test} then (${textOf(value, owner)})::json ->> ${add(key)}::text end`;
}

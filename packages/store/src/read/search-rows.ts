import { parseObservationId } from '@sluice/record';
import { PACKED_COLUMNS } from '../packs/pack-format';
import { isReference, textBytes, textOf } from '../packs/packed-text';
import type { SearchedField } from './trace-match';
import type { Needle } from './search-needle';
import { mayRefer } from './search-packs';
import { type Sought, contains, decoded, lowOf, matchIn, mayContain } from './search-text';

/*
 * SQL on the rows of values below a trace `t(id, part, input_from, output_from)` with its packs `p(whole, near)`. `$2` contains the receipt
 * hours of all traces, `$6` the id of the first observation that is read, or null.
 */

/** Text to search in rows. */
export interface RowSearch {
  readonly fields: readonly SearchedField[];
  readonly sought: Sought;
}

/** Returns whether any of these fields is one of each observation. */
export const areOfEach = (fields: readonly SearchedField[]): boolean =>
  (['observations', 'metadata', 'status'] as const).some((field) => fields.includes(field));

/** Returns whether any of these fields has values below the row of a trace. */
export const haveValues = (fields: readonly SearchedField[]): boolean =>
  fields.some((field) => WITH_VALUES.some((value) => value === field));
const WITH_VALUES: readonly SearchedField[] = ['input', 'output', 'metadata', 'status', 'observations'];

/**
 * SQL: the rows: that of the trace itself, without an id, then those of its observations by id. Texts that are not searched are null.
 * @param observations limit; one more is read
 */
export function rowsOf(fields: readonly SearchedField[], observations: number): string {
  const has = (field: SearchedField): boolean => fields.includes(field);
  const own = (column: 'input' | 'output'): string =>
    has(column) ? `case when t.${column}_from is null then i.${column} end` : 'null::text';
  const below = (column: 'input' | 'output'): string => {
    if (has('observations')) return `o.${column}`;
    return has(column) ? `case when o.id = t.${column}_from then o.${column} end` : 'null::text';
  };
  const ofEach = (column: string, isSearched: boolean): string => (isSearched ? column : 'null::text');
  return `
    select null::uuid as id, null::text as label, null::text as name, null::text as status,
           ${own('input')} as input, ${own('output')} as output, ${ofEach('i.metadata', has('metadata'))} as metadata
    from sluice.trace_io i where i.part = any($2) and i.part = t.part and i.trace_id = t.id and $6::uuid is null
    union all (
      select o.id, o.name, ${ofEach('o.name', has('observations'))}, ${ofEach('o.status_message', has('observations') || has('status'))},
             ${below('input')}, ${below('output')}, ${ofEach('o.metadata', has('observations') || has('metadata'))}
      from sluice.observations o
      where o.part = any($2) and o.part = t.part and o.trace_id = t.id and ($6::uuid is null or o.id >= $6::uuid)
        ${areOfEach(fields) ? '' : 'and (o.id = t.input_from or o.id = t.output_from)'}
      order by o.id limit ${observations + 1})`;
}

const TEXTS = ['name', 'status'] as const;
const LOW_TEXTS = TEXTS.map((name) => `low_${name}`);
const LOW_PACKED = PACKED_COLUMNS.map((name) => `low_${name}`);

/**
 * SQL, for a list of columns: the texts of a row `o` in lower case, so that all tests read each stored text once. A reference stays one.
 * @param isRead SQL: whether the texts are not null
 */
export const lowTexts = (isRead = 'true'): string =>
  [...TEXTS, ...PACKED_COLUMNS]
    .map((name) => `case when ${isRead} then ${lowOf(`o.${name}`)} end as low_${name}`)
    .join(', ');

/** SQL: bytes of the texts of a row `o` with `lowTexts`. */
export const BYTES_OF_ROW = [
  ...LOW_TEXTS.map((low) => `octet_length(o.${low})`),
  ...LOW_PACKED.map((low) => textBytes(`o.${low}`)),
]
  .map((bytes) => `coalesce(${bytes}, 0)`)
  .join(' + ');

/** SQL: whether a row `o` with `lowTexts` may contain the text, apart from its packs; null may mean false. */
export const mayMatchTexts = (fields: readonly SearchedField[], sought: Sought): string =>
  [
    ...LOW_TEXTS.map((low) => mayContain(`o.${low}`, sought)),
    ...LOW_PACKED.map((low) => `case when not ${isReference(`o.${low}`)} then ${mayContain(`o.${low}`, sought)} end`),
    ...(hasIds(fields, sought) ? [containsId('o.id', sought)] : []),
  ].join(' or ');

/** SQL: whether a row `o` with `lowTexts` may contain the text; null may mean false. */
export function mayMatchRow({ fields, sought }: RowSearch): string {
  const packed = `exists (
    select from (values ${LOW_PACKED.map((low) => `(o.${low})`).join(', ')}) f (value)
    where ${isReference('f.value')} and ${mayRefer('f.value', 'p')})`;
  return `(${mayMatchTexts(fields, sought)} or ((p.whole is not null or p.near is not null) and ${packed}))`;
}

/** SQL: `[[field, snippet], id, name]` as JSON, of the first match in a row `o`; null without any. */
export function matchOfRow({ fields, sought }: RowSearch): string {
  const texts = [
    ...TEXTS.map((name) => `('${name}', o.${name}, false)`),
    ...PACKED_COLUMNS.map((name) => `('${name}', o.${name}, true)`),
  ].join(', ');
  const text = textOf('f.value', { part: 't.part', trace: 't.id', within: 'text_pack.part = any($2)' });
  const json = `case when not ${isReference('f.value')} or ${mayRefer('f.value', 'p')} then ${text} end`;
  const match = `(
    select ${matchIn('f.field', 'd.text', sought)}
    from (values ${texts}) f (field, value, is_json)
    cross join lateral (select case when f.is_json then ${json} else f.value end as stored offset 0) s
    cross join lateral (
      select case when not f.is_json then s.stored when ${mayContain(lowOf('s.stored'), sought)} then ${decoded('s.stored')} end as text offset 0) d
    where ${contains('d.text', sought)} limit 1)`;
  const ofId = `case when ${containsId('o.id', sought)} then json_build_array('id', o.id) end`;
  const matches = hasIds(fields, sought) ? [match, ofId] : [match];
  return `(
    select json_build_array(m.match, o.id, o.label)::text
    from (select coalesce(${matches.join(', ')}) as match offset 0) m where m.match is not null)`;
}

/** Characters of ids. */
const OF_ID = /^[0-9a-f-]+$/;

/** Returns whether ids of observations are searched, and may contain the text. */
const hasIds = (fields: readonly SearchedField[], needle: Needle): boolean =>
  fields.includes('observations') && mayBeOfId(needle);

/** Returns whether an id may contain the text, or be the text in another form. */
export const mayBeOfId = ({ text }: Needle): boolean => OF_ID.test(text);

/** SQL: whether the id of an observation is the text, in any form, or contains it. */
const containsId = (id: string, { text, mark }: Sought): string =>
  `strpos(${id}::text, ${mark(parseObservationId(text) ?? text)}) > 0`;

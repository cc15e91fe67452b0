import { PACK_BYTES } from '../packs/pack-format';
import { type Sought, containsAny, lowOf, mayContain } from './search-text';

/*
 * Packs of a trace are tested for the needle once, however many texts refer to them. A text is assembled only if it has a range of a pack
 * that may contain the needle, or two ranges of different places that the needle may cross.
 */

/**
 * SQL: packs with the `key` of their trace, their bytes as text in lower case, `low`, and `near`: whether they may contain a part of a needle
 * that crosses ranges. Both are null for a pack with erased pieces, which consist of U+0000.
 * @param condition of `sluice.text_packs x`
 */
export function lowPacks(condition: string, sought: Sought): string {
  const near = sought.halves.length === 0 ? 'false' : containsAny('b.low', sought.halves, sought);
  return `
    select b.*, case when b.low is not null then ${near} end as near
    from (
      select x.trace_id as key, x.no, case when position('\\x00'::bytea in x.body) = 0 then ${lowOf(`convert_from(x.body, 'UTF8')`)} end as low
      from sluice.text_packs x where ${condition} offset 0
    ) b
    offset 0`;
}

/** SQL: whether a row `b` of `lowPacks` may contain the needle. Each probe without escapes has one of the halves. */
export const mayBeInPack = (sought: Sought): string =>
  `(b.low is null or ${mayContain('b.low', sought, sought.halves.length === 0 ? 'true' : 'b.near')})`;

/**
 * SQL: `whole`, the numbers of the packs that may contain the needle, and `near`, of those that may contain a part of a needle that crosses
 * ranges, each ascending; null without any.
 * @param condition of `sluice.text_packs x`
 */
export const hitPacks = (condition: string, sought: Sought): string => `
  select array_agg(k.no order by k.no) filter (where k.whole) as whole, array_agg(k.no order by k.no) filter (where k.near) as near
  from (
    select b.no, ${mayBeInPack(sought)} as whole, b.near is distinct from false as near
    from (${lowPacks(condition, sought)}) b
  ) k`;

const packOf = (n: string): string => `(r.a[2 * ${n} - 1] / ${PACK_BYTES})::integer`;
const isIn = (packs: string, n: string): string => `${packs}[width_bucket(${packOf(n)}, ${packs})] = ${packOf(n)}`;

/** SQL: whether the text of a reference may contain the needle. @param packs alias of a row of `hitPacks` */
export const mayRefer = (reference: string, packs: string): string => `
  exists (
    select from (select substring(${reference} from position('{' in ${reference}))::bigint[] as a offset 0) r, generate_series(1, cardinality(r.a) / 2) n
    where ${isIn(`${packs}.whole`, 'n')}
       or (r.a[2 * n - 1] + r.a[2 * n] <> r.a[2 * n + 1] and (${isIn(`${packs}.near`, 'n')} or ${isIn(`${packs}.near`, '(n + 1)')})))`;

import type { ClientBase } from 'pg';
import type { Disagreement } from './summary-disagreements';

/** Pieces with their addresses, out of the columns of packs alone. An erased piece is all zeros, and so is its hash. */
const PIECES = `
  select part, trace_id, no, no::bigint * 4096 + until - bytes as at, bytes, hash,
         case when hash = decode(repeat('00', 16), 'hex') then text = decode(repeat('00', bytes), 'hex')
           else hash = substring(sha256(text) for 16) end as is_right
  from (
    select c.*, p.part, p.trace_id, p.no, substring(p.body from (c.until - c.bytes)::integer + 1 for c.bytes) as text
    from sluice.text_packs p cross join lateral (
      select hash, bytes, sum(bytes) over (order by n) as until
      from generate_series(1, length(p.pieces) / 18) n, lateral (
        select substring(p.pieces from 18 * n - 17 for 16) as hash,
               256 * get_byte(p.pieces, 18 * n - 2) + get_byte(p.pieces, 18 * n - 1) as bytes) e) c
    where p.part >= $1) x`;

/** Hidden traces, and rows of replaced ones: retention is about to remove them, and may have removed their packs. */
const HIDDEN = `
  select part, trace_id from sluice.orphaned_traces
  union all select t.part, t.id from sluice.traces t join sluice.projects p on p.id = t.project where t.part < p.part`;

/** Stored values that begin as references do. */
const REFERENCES = `
  select * from (
    select part, trace_id, o.id, v.name, v.value
    from sluice.observations o cross join lateral (values ('input', input), ('output', output), ('metadata', metadata)) v (name, value)
    union all
    select part, trace_id, null, v.name, v.value
    from sluice.trace_io cross join lateral (values ('input', input), ('output', output), ('metadata', metadata)) v (name, value)) r
  where left(value, 1) = '=' and part >= $1 and (part, trace_id) not in (select part, trace_id from hidden)`;

/** Form of a reference: bytes, identity of 22 characters, and ranges as address and bytes. */
const FORM = `'^=[1-9][0-9]* [A-Za-z0-9+/]{22}[{][0-9]+,[1-9][0-9]*(,[0-9]+,[1-9][0-9]*)*[}]$'`;

/** Whole pieces of the same trace that lie in the ranges of each reference; a range lies in one pack. */
const COVERED = `
  select r.*, p.at, p.bytes as found, p.hash
  from (
    select r.part, r.trace_id, r.id, r.name, n, a[2 * n - 1] as first, a[2 * n] as bytes
    from formed r, lateral (select substring(r.value from position('{' in r.value))::bigint[] as a offset 0) l, generate_series(1, cardinality(a) / 2) n) r
  left join pieces p on p.part = r.part and p.trace_id = r.trace_id and p.no = r.first / 4096 and p.at >= r.first and p.at + p.bytes <= r.first + r.bytes`;

/** Length and identity of each reference, recomputed from its pieces. */
const TEXTS = `
  select part, trace_id, id, name, sum(found) as bytes, bool_and(found = bytes) as is_whole,
         left(encode(sha256(string_agg(hashes, ''::bytea order by n)), 'base64'), 22) as identity
  from (
    select part, trace_id, id, name, n, bytes, coalesce(sum(found), 0) as found, string_agg(hash, ''::bytea order by at) as hashes
    from covered group by 1, 2, 3, 4, 5, 6) ranges
  group by 1, 2, 3, 4`;

/** Bytes of the packs of each trace: all, and those of pieces that no reference has and that are not erased. */
const PACKED = `
  select part, trace_id, sum(p.bytes) as bytes,
         coalesce(sum(p.bytes) filter (where l.at is null and p.hash <> decode(repeat('00', 16), 'hex')), 0) as dead
  from pieces p left join (select distinct part, trace_id, at from covered) l using (part, trace_id, at) group by 1, 2`;

/** Rules, each with the query of the rows that contradict it. */
const RULES: readonly (readonly [rule: string, rows: string])[] = [
  [
    'each pack has the pieces that it lists, and at most 4096 bytes',
    `select p.part, p.trace_id, p.no from sluice.text_packs p
       left join (select part, trace_id, no, sum(bytes) as bytes, bool_and(is_right and bytes > 0) as are_right from pieces group by 1, 2, 3) s
         using (part, trace_id, no)
     where p.part >= $1
       and not (coalesce(s.are_right and s.bytes = length(p.body), false) and length(p.pieces) % 18 = 0 and length(p.body) <= 4096)`,
  ],
  ['each reference has the form of one', `select part, trace_id, id, name from refs where value !~ ${FORM}`],
  [
    'each reference consists of whole pieces of its trace, whose length and identity are those of its text',
    `select part, trace_id, id, name from formed
     except select t.part, t.trace_id, t.id, t.name from texts t
       join formed r on r.part = t.part and r.trace_id = t.trace_id and r.id is not distinct from t.id and r.name = t.name
     where t.is_whole and r.value like '=' || t.bytes || ' ' || t.identity || '{%'`,
  ],
  [
    'each trace counts at least its dead bytes, and has no more of them than live ones and 64 KiB',
    `select t.id, t.part, t.dead_bytes, p.bytes, p.dead from sluice.traces t join packed p on p.trace_id = t.id and p.part = t.part
     where (t.part, t.id) not in (select part, trace_id from hidden) and (p.dead > coalesce(t.dead_bytes, -1) or t.dead_bytes > 65536 and 2 * t.dead_bytes > p.bytes + 65536)`,
  ],
];

const STATEMENT = `
  with hidden as materialized (${HIDDEN}),
  pieces as materialized (${PIECES}),
  refs as materialized (${REFERENCES}),
  formed as materialized (select * from refs where value ~ ${FORM}),
  covered as materialized (${COVERED}),
  texts as (${TEXTS}),
  packed as (${PACKED})
  ${RULES.map(([rule, rows]) => `select '${rule}' as rule, to_json(x) as row from (${rows}) x`).join('\nunion all ')}`;

/**
 * Resolves every reference to text in packs, by plain SQL that shares nothing with the product, in one statement, and compares length and
 * hashes, and the dead bytes. Reads all data; right at any moment, whatever others write.
 * @param options.expiredBelow receipt hour below which rows may exist whose trace retention has deleted
 */
export async function textDisagreements(
  client: Pick<ClientBase, 'query'>,
  { expiredBelow = 0 }: { readonly expiredBelow?: number } = {},
): Promise<Disagreement[]> {
  const { rows } = await client.query<Disagreement>(STATEMENT, [expiredBelow]);
  return rows;
}

import { BUCKET, HOUR_FIELD, NAME_LENGTH, TAG_FIELD, TEXT_FIELDS, hourOf } from '../places';
import { askDatabase } from '../session/with-client';

/** What was compared of what fast reads go by, with the rows that it is made of; marked traces may differ. */
export interface DerivedComparison {
  /** The writers have made all of it. Undefined: nothing was compared. */
  readonly built: boolean;
  readonly buckets: number;
  /** Traces whose place or sums are not those of their row, and buckets of a value whose bits are not those of its traces. */
  readonly wrongTraces: number;
  readonly wrongBits: number;
}

/** Buckets that are compared, at most: the newest and oldest of each project, and others at random. */
const MOST_BUCKETS = 8;

const APPLICATION = 'sluice-doctor';

/** One statement and so one snapshot for each bucket: whatever changes between two of them, each is right by itself. */
export async function compareDerived(databaseUrl: string): Promise<DerivedComparison> {
  return askDatabase(databaseUrl, APPLICATION, async (client) => {
    const { rows: state } = await client.query<{ built: boolean }>('select built from sluice.trace_fold');
    const { rows: buckets } = await client.query<{ project: number; bucket: number }>(SOME_BUCKETS);
    let [wrongTraces, wrongBits] = [0, 0];
    for (const { project, bucket } of buckets) {
      const { rows } = await client.query<{ traces: number; bits: number }>(COMPARE, [project, bucket]);
      wrongTraces += rows[0]?.traces ?? 0;
      wrongBits += rows[0]?.bits ?? 0;
    }
    return { built: state[0]?.built === true, buckets: buckets.length, wrongTraces, wrongBits };
  });
}

const SOME_BUCKETS = /* sql */ `
select b.project, b.bucket
from (
  select b.project, b.bucket, least(rank() over (partition by b.project order by b.bucket),
    rank() over (partition by b.project order by b.bucket desc)) as from_end
  from sluice.trace_bits b where b.field = 'a' and b.value = '') b
order by b.from_end > 1, random() limit ${MOST_BUCKETS}`;

const TEXTS = Object.values(TEXT_FIELDS).filter((column) => column !== 'name' && column !== 'environment');

/** Of project `$1` and bucket `$2`. */
const COMPARE = /* sql */ `
with marked as materialized (
  select distinct m.key from sluice.trace_changes m where m.project = $1
), placed as materialized (
  select p.*, s.latency, s.cost, s.position is null as lacks_sums
  from sluice.trace_places p left join sluice.trace_sums s using (project, position)
  where p.project = $1 and p.position / ${BUCKET} = $2::integer and p.position between $2::integer * ${BUCKET} and $2::integer * ${BUCKET} + ${BUCKET - 1}
), unmarked as materialized (
  select p.* from placed p where not exists (select from marked m where m.key = p.key)
), wrong as (
  select count(*)::integer as n from unmarked p left join sluice.traces t on t.id = p.key
  where t.id is null or p.lacks_sums
    or (p.id, p."timestamp", p.name, ${TEXTS.map((column) => `p.${column}`).join(', ')}, p.environment, p.tags, p.latency, p.cost)
      is distinct from
      (coalesce(t.public_id, t.id), t."timestamp", left(t.name, ${NAME_LENGTH}), ${TEXTS.map((column) => `t.${column}`).join(', ')},
       coalesce(t.environment, 'default'), t.tags,
       case when t.observation_count = 0 then 0 else coalesce(extract(epoch from t.max_end - t.min_start) * 1000000, 0) end::bigint,
       t.total_cost)
), ones as (
  select b.field, b.value, b.position from (
    -- A piece of the text lies before each one, or after all.
    select b.field, b.value, nth, bit_count(b.bits) as ones,
      $2::integer * ${BUCKET} + (sum(length(piece) + 1) over (partition by b.field, b.value order by nth))::integer - 1 as position
    from sluice.trace_bits b cross join lateral string_to_table(b.bits::text, '1') with ordinality as p (piece, nth)
    where b.project = $1 and b.bucket = $2::integer) b
  where b.nth <= b.ones and not exists (select from placed p join marked m using (key) where p.position = b.position)
), wanted as (
  select v.field, v.value, p.position
  from unmarked p cross join lateral (
    select 'a'::"char" as field, ''::text collate "C" as value
    ${Object.entries(TEXT_FIELDS)
      .map(
        ([field, column]) =>
          `union all select '${field}', p.${column} where length(p.${column}) < ${column === 'name' ? NAME_LENGTH : 1e6}`,
      )
      .join(' ')}
    union all select '${HOUR_FIELD}', ${hourOf('p."timestamp"')}
    union all select '${TAG_FIELD}', tag from unnest(p.tags) tag) v
  where exists (select from sluice.trace_bits b where b.project = $1 and b.field = v.field and b.value = v.value)
), wrong_bits as (
  select count(distinct (field, value))::integer as n from (
    (select * from ones except select * from wanted) union all (select * from wanted except select * from ones)) d
)
select w.n as traces, b.n as bits from wrong w, wrong_bits b`;

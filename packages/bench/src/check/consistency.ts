import type { ClientBase } from 'pg';

/** A sum that is kept beside its rows: SQL that counts where it differs from the rows, 0 when all is well. */
interface Invariant {
  readonly name: string;
  readonly violations: string;
}

/** What each observation adds to its trace, from its row alone (contract: What counts). */
const CONTRIBUTIONS = `
  select part, trace_id, coalesce(start_time, created_at) as start,
         greatest(end_time, coalesce(start_time, created_at)) as "end", coalesce(model, '') as model,
         case when counted then coalesce(input_tokens, 0) else 0 end as input_tokens,
         case when counted then coalesce(output_tokens, 0) else 0 end as output_tokens,
         case when counted then coalesce(total_tokens, 0) else 0 end as total_tokens,
         case when counted then coalesce(total_cost, 0) else 0 end as cost
  from sluice.observations`;

const DAY = (column: string): string => `(${column} at time zone 'UTC')::date`;

const INVARIANTS: readonly Invariant[] = [
  {
    name: 'traces hold the sums and extremes of their observations',
    violations: `
      select count(*) from sluice.traces t
      full join (
        select part, trace_id, count(*) as n, sum(input_tokens) as i, sum(output_tokens) as o, sum(total_tokens) as t,
               sum(cost) as c, min(start) as s, max("end") as e
        from (${CONTRIBUTIONS}) c group by part, trace_id
      ) o on o.trace_id = t.id and o.part = t.part
      where t.id is null
         or (t.observation_count, t.input_tokens, t.output_tokens, t.total_tokens, t.total_cost)
            <> (coalesce(o.n, 0), coalesce(o.i, 0), coalesce(o.o, 0), coalesce(o.t, 0), coalesce(o.c, 0))
         or t.min_start is distinct from o.s or t.max_end is distinct from o.e
         or t."timestamp" <> coalesce(t.sent_timestamp, t.min_start, t.created_at)`,
  },
  {
    name: 'trace_usage holds the usage of each trace by day and model',
    violations: `
      select count(*) from sluice.trace_usage u
      full join (
        select part, trace_id, ${DAY('start')} as day, model, count(*) as n, sum(input_tokens) as i,
               sum(output_tokens) as o, sum(total_tokens) as t, sum(cost) as c
        from (${CONTRIBUTIONS}) c group by 1, 2, 3, 4
      ) o on o.part = u.part and o.trace_id = u.trace_id and o.day = u.day and o.model = u.model
      where (u.observations, u.input_tokens, u.output_tokens, u.total_tokens, u.cost) is distinct from (o.n, o.i, o.o, o.t, o.c)`,
  },
  {
    name: 'daily_usage holds the usage of all traces',
    violations: `
      select count(*) from sluice.daily_usage d
      full join (
        select ${DAY('t."timestamp"')} as trace_day, u.day, u.model, t.shard, count(*) as traces,
               sum(u.observations) as n, sum(u.input_tokens) as i, sum(u.output_tokens) as o, sum(u.total_tokens) as t, sum(u.cost) as c
        from sluice.trace_usage u join sluice.traces t on t.id = u.trace_id and t.part = u.part
        group by 1, 2, 3, 4
      ) o on o.trace_day = d.trace_day and o.day = d.day and o.model = d.model and o.shard = d.shard
      where (d.traces, d.observations, d.input_tokens, d.output_tokens, d.total_tokens, d.cost)
            is distinct from (o.traces, o.n, o.i, o.o, o.t, o.c)`,
  },
  {
    name: 'daily_traces holds the number of traces',
    violations: `
      select count(*) from sluice.daily_traces d
      full join (
        select ${DAY('"timestamp"')} as day, shard, count(*) as traces from sluice.traces group by 1, 2
      ) o on o.day = d.day and o.shard = d.shard
      where d.traces is distinct from o.traces`,
  },
  {
    name: 'trace_io rows are those that traces tell of',
    violations: `
      select count(*) from sluice.trace_io i full join sluice.traces t on t.id = i.trace_id and t.part = i.part
      where (i.trace_id is not null) is distinct from t.has_io`,
  },
  { name: 'nothing was refused by the database', violations: 'select count(*) from sluice.ingest_dead_letter' },
];

/**
 * Computes every stored sum anew from the rows below it. Reads all of the data,
 * while nobody writes.
 * @returns a sentence for each kind of sum that is wrong
 */
export async function findInconsistencies(client: ClientBase): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name, violations } of INVARIANTS) {
    const { rows } = await client.query<{ count: string }>(violations);
    const count = Number(rows[0]?.count);
    if (count !== 0) found.push(`not true for ${count} rows: ${name}`);
  }
  return found;
}

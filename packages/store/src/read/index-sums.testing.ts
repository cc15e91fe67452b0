import type { Pool } from 'pg';

/** The first part of the traces, which are of the 72 hours from it on. */
export const PART = 494_000;

/** SQL: a whole number below another one that follows from `g.n` and a seed. */
const below = (n: number, salt: string): string =>
  `(('x' || substr(md5(g.n::text || '${salt}' || $3), 1, 7))::bit(28)::integer % ${n})`;

/** SQL: a figure of `trace_usage`, with 0 for most traces where it is of observations without a model. @param plain some of 0 to 3 */
const unlessPlain = (figure: string, plain: string): string =>
  `case when k > 1 or ${below(4, 'plain')} in (${plain}) then ${figure} else 0 end`;

/** Traces `$1` to `$2` of two projects over three days, each with up to three rows of usage, one of them of the day after. */
const INSERT = [
  `insert into sluice.traces (id, part, shard, project, public_id, name, user_id, environment, tags, "timestamp", created_at, updated_at, stamp)
   select md5(g.n::text || $3)::uuid, ${PART} + hour, 8 * project, project, case when project > 0 then md5('p' || g.n::text || $3)::uuid end,
     (array['flow', 'job', null, repeat('n', 600), 'name ' || g.n])[1 + ${below(5, 'name')}],
     (array['heavy', 'user-' || ${below(300, 'user')}])[1 + ${below(2, 'heavy')}],
     (array['production', null])[1 + ${below(2, 'environment')}],
     (array['{}', '{chat}', '{chat,heavy}'])[1 + ${below(3, 'tags')}]::text[],
     timestamptz 'epoch' + ((${PART} + hour) * 3600 + ${below(3600, 'second')}) * interval '1 second', now(), now(), 's'
   from generate_series($1::integer, $2::integer) g (n)
     cross join lateral (select ${below(72, 'hour')} as hour, (${below(10, 'project')} = 0)::integer as project) h`,
  `insert into sluice.trace_usage (part, trace_id, day, model, observations, input_tokens, output_tokens, total_tokens, cost)
   select t.part, t.id, (t."timestamp" at time zone 'UTC')::date + (k = 2)::integer, (array['', 'a', 'b'])[k], ${below(4, 'o')} + 1,
     ${unlessPlain(below(1000, 'i'), '1, 2')}, ${unlessPlain('k', '1, 2')}, ${unlessPlain(`${below(1000, 'i')} + k`, '1, 2')},
     ${unlessPlain('k / 7.0', '2, 3')}
   from generate_series($1::integer, $2::integer) g (n) join sluice.traces t on t.id = md5(g.n::text || $3)::uuid, generate_series(1, ${below(4, 'k')}) k`,
];

/** The counters of whole days, as the writer keeps them. */
const COUNT = [
  'truncate sluice.daily_traces, sluice.daily_usage',
  `insert into sluice.daily_traces (day, shard, traces)
   select ("timestamp" at time zone 'UTC')::date, shard, count(*) from sluice.traces group by 1, 2`,
  `insert into sluice.daily_usage (trace_day, day, model, shard, traces, observations, input_tokens, output_tokens, total_tokens, cost)
   select (t."timestamp" at time zone 'UTC')::date, u.day, u.model, t.shard, count(*), sum(u.observations), sum(u.input_tokens),
     sum(u.output_tokens), sum(u.total_tokens), sum(u.cost)
   from sluice.traces t join sluice.trace_usage u on u.part = t.part and u.trace_id = t.id group by 1, 2, 3, 4`,
];

/** Inserts the traces of two numbers and between them. @param seed others give other traces */
export async function insertTraces(owner: Pool, from: number, to: number, seed: string): Promise<void> {
  for (const statement of INSERT) await owner.query(statement, [from, to, seed]);
}

/** Makes the counters of whole days again, after changes of traces or usage. */
export async function countDays(owner: Pool): Promise<void> {
  for (const statement of COUNT) await owner.query(statement);
}

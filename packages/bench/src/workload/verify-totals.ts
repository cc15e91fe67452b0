import type { Client } from 'pg';
import type { HttpClient } from '../load/http-client';
import { METRIC } from './metric-workload';

/** Sends a read with the credentials of one project. */
export type Get = (path: string) => ReturnType<HttpClient['get']>;

/** Relative difference of a stored sum and the API's number by the rounding of a double, once a day. */
const ROUNDING = 1e-9;
const DAY_MS = 86_400_000;

/** Sums over the observations of a model, or of all models. */
const MODEL_SUMS = `
  select model, count(*)::float8 as "countObservations",
         sum(case when counted then input_tokens else 0 end)::float8 as "inputUsage",
         sum(case when counted then output_tokens else 0 end)::float8 as "outputUsage",
         sum(case when counted then total_tokens else 0 end)::float8 as "totalUsage",
         sum(case when counted then total_cost else 0 end)::float8 as "totalCost"
  from sluice.observations o
  where exists (select from sluice.traces t where t.part = o.part and t.id = o.trace_id and t.project = $1) group by 1`;
const MODEL_FIGURES = ['countObservations', 'inputUsage', 'outputUsage', 'totalUsage', 'totalCost'] as const;

const SERIES_SUMS = `
  select s.labels ->> 'client' as client, sum(p.value) as sum
  from sluice.metric_points p join sluice.metric_series s on s.id = p.series_id where s.project = $1 group by 1`;

type Figures = Readonly<Record<(typeof MODEL_FIGURES)[number], number>>;

/** null: observations without a model. */
type OfModel = Figures & { readonly model: string | null };

interface Day {
  readonly countTraces: number;
  readonly countObservations: number;
  readonly totalCost: number;
  readonly usage: readonly OfModel[];
}

interface Series {
  readonly labels: { readonly client: string };
  readonly values: readonly { readonly value: number }[];
}

/**
 * Compares the daily figures of the API, and the sums of its series, with plain sums over the rows of a project.
 * @returns one sentence for each figure that differs
 */
export async function verifyTotals(sql: Client, get: Get, project: number): Promise<readonly string[]> {
  return [...(await wrongDays(sql, get, project)), ...(await wrongSeries(sql, get, project))];
}

async function wrongDays(sql: Client, get: Get, project: number): Promise<string[]> {
  const days = await readData<Day>(get, '/api/public/metrics/daily?limit=100');
  const models = await sql.query<OfModel>(MODEL_SUMS, [project]);
  const traces = await sql.query<{ count: number }>(
    'select count(*)::float8 as count from sluice.traces where project = $1',
    [project],
  );
  const sum = <T>(all: readonly T[], of: (each: T) => number): number => all.reduce((sum, each) => sum + of(each), 0);
  const compare = new Comparison();
  compare.take(
    'traces',
    sum(days, ({ countTraces }) => countTraces),
    traces.rows[0]?.count ?? 0,
  );
  for (const figure of ['countObservations', 'totalCost'] as const) {
    compare.take(
      figure,
      sum(days, (day) => day[figure]),
      sum(models.rows, (row) => row[figure]),
    );
  }
  const answered = days.flatMap(({ usage }) => usage);
  for (const name of new Set([...answered, ...models.rows].map(({ model }) => model))) {
    for (const figure of MODEL_FIGURES) {
      // contract.md: observations without a model have an entry only on days on which they have tokens or a cost.
      if (name === null && figure === 'countObservations') continue;
      const figureOf = (all: readonly OfModel[]): number =>
        sum(
          all.filter(({ model }) => model === name),
          (each) => each[figure],
        );
      compare.take(`${figure} of the model ${JSON.stringify(name)}`, figureOf(answered), figureOf(models.rows));
    }
  }
  return compare.violations;
}

async function wrongSeries(sql: Client, get: Get, project: number): Promise<string[]> {
  const { rows } = await sql.query<{ client: string; sum: number }>(SERIES_SUMS, [project]);
  const parameters = new URLSearchParams({
    name: METRIC,
    from: new Date(Date.now() - DAY_MS).toISOString(),
    to: new Date(Date.now() + DAY_MS).toISOString(),
    step: '1d',
    agg: 'sum',
    group_by: 'client',
  });
  const series =
    rows.length === 0 ? [] : await readData<Series>(get, `/api/public/metrics/query?${parameters.toString()}`);
  const answered = new Map(
    series.map(({ labels, values }) => [labels.client, values.reduce((sum, { value }) => sum + value, 0)]),
  );
  const compare = new Comparison();
  for (const { client, sum } of rows) compare.take(`the sum of ${client}`, answered.get(client) ?? 0, sum);
  if (series.length !== rows.length) compare.take('the number of series', series.length, rows.length);
  return compare.violations;
}

async function readData<T>(get: Get, path: string): Promise<readonly T[]> {
  const { status, body } = await get(path);
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${body.toString().slice(0, 300)}`);
  return (JSON.parse(body.toString()) as { readonly data: readonly T[] }).data;
}

class Comparison {
  readonly violations: string[] = [];

  take(figure: string, answered: number, summed: number): void {
    if (Math.abs(answered - summed) <= ROUNDING * Math.abs(summed)) return;
    this.violations.push(`the API says ${answered} for ${figure}, the rows add up to ${summed}`);
  }
}

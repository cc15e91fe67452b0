import type { Client } from 'pg';
import { Distribution } from '../report/distribution';
import type { Parameters } from './requests';

/** Returns the milliseconds of the plain statements for a filter, ordered by latency: the total and the ids of a page. */
export type BareSql = (parameters: Parameters) => Promise<number>;

const RUNS = 3;

const CONDITIONS: Readonly<Record<string, (parameter: string) => string>> = {
  name: (value) => `name = ${value}`,
  userId: (value) => `user_id = ${value}`,
  sessionId: (value) => `session_id = ${value}`,
  release: (value) => `release = ${value}`,
  version: (value) => `version = ${value}`,
  environment: (value) => `coalesce(environment, 'default') = ${value}`,
  tags: (value) => `tags @> string_to_array(${value}, ',')`,
  fromTimestamp: (value) => `"timestamp" >= ${value}::timestamptz`,
  toTimestamp: (value) => `"timestamp" < ${value}::timestamptz`,
};

/** Makes statements with only the table of traces and its indexes, as a baseline in the same run. */
export function bareSql(client: Client): BareSql {
  return async (parameters) => {
    const given = Object.entries(parameters);
    const conditions = given.map(([name, _], index) => CONDITIONS[name]?.(`$${index + 1}::text`) ?? 'false');
    const from = `from sluice.traces where ${['project = 0', ...conditions].join(' and ')}`;
    const values = given.map(([, value]) => value);
    const durations = new Distribution();
    for (let run = 0; run <= RUNS; run += 1) {
      const begin = performance.now();
      await client.query(`select count(*) ${from}`, values);
      await client.query(`select id ${from} order by max_end - min_start desc, id desc limit 50`, values);
      if (run > 0) durations.add(performance.now() - begin);
    }
    return durations.quantile(0.5);
  };
}

export function ratio(ours: number, plain: number): string {
  return (ours / plain).toFixed(2);
}

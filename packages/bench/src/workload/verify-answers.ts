import type { Client } from 'pg';
import type { HttpClient } from '../load/http-client';
import { verifyTotals } from './verify-totals';

const SAMPLES = 20;

interface Answer {
  readonly meta?: { readonly totalItems: number };
  readonly observations?: readonly { readonly name: string }[];
}

/** Compares what the API answers with the rows: the number of traces, the observations of some of them, and all totals. */
export async function verifyAnswers(sql: Client, http: HttpClient): Promise<readonly string[]> {
  const read = async (path: string): Promise<Answer> => {
    const { status, body } = await http.get(path);
    return status === 200 ? (JSON.parse(body.toString()) as Answer) : {};
  };
  const violations: string[] = [];
  const { rows: counted } = await sql.query<{ count: string }>('select count(*) from sluice.traces');
  const { meta } = await read('/api/public/traces?limit=1&fields=core');
  if (meta?.totalItems !== Number(counted[0]?.count)) {
    violations.push(`the list says ${meta?.totalItems ?? 'nothing'}, stored are ${String(counted[0]?.count)} traces`);
  }
  const { rows: samples } = await sql.query<{ id: string; names: readonly string[] }>(
    `select trace_id as id, array_agg(name order by name) as names from sluice.observations
     where trace_id = any(array(select id from sluice.traces order by random() limit ${SAMPLES})) group by 1`,
  );
  for (const { id, names } of samples) {
    const { observations = [] } = await read(`/api/public/traces/${id}`);
    const answered = observations.map(({ name }) => name).sort();
    if (answered.join() !== [...names].join()) {
      violations.push(`trace ${id} is answered with ${answered.length} observations, stored are ${names.length}`);
    }
  }
  return [...violations, ...(await verifyTotals(sql, http))];
}

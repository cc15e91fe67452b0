import type { Client } from 'pg';
import type { HttpClient } from '../load/http-client';
import type { Project } from '../product/projects';
import { type Get, verifyTotals } from './verify-totals';

const SAMPLES = 20;

interface Answer {
  readonly meta?: { readonly totalItems: number };
  readonly observations?: readonly { readonly name: string }[];
}

/**
 * Compares the API's answers to each project with its rows: the number of traces, the observations of some of them, and all totals. Traces
 * of other projects must be 404.
 */
export async function verifyAnswers(
  sql: Client,
  http: Pick<HttpClient, 'get'>,
  projects: readonly Project[],
): Promise<readonly string[]> {
  const violations: string[] = [];
  for (const { name, bearerToken } of projects) {
    const get: Get = (path) => http.get(path, { authorization: `Bearer ${bearerToken}` });
    const { rows } = await sql.query<{ id: number }>('select id from sluice.projects where name = $1', [name]);
    const [project] = rows;
    if (project === undefined) continue; // no row of the project is stored yet
    const found = [
      ...(await wrongTraces(sql, get, project.id)),
      ...(await foundForeign(sql, get, project.id)),
      ...(await verifyTotals(sql, get, project.id)),
    ];
    violations.push(...found.map((sentence) => (name === '' ? sentence : `${name}: ${sentence}`)));
  }
  return violations;
}

async function wrongTraces(sql: Client, get: Get, project: number): Promise<string[]> {
  const read = async (path: string): Promise<Answer> => {
    const { status, body } = await get(path);
    return status === 200 ? (JSON.parse(body.toString()) as Answer) : {};
  };
  const violations: string[] = [];
  const { rows: counted } = await sql.query<{ count: string }>(
    'select count(*) from sluice.traces where project = $1',
    [project],
  );
  const { meta } = await read('/api/public/traces?limit=1&fields=core');
  if (meta?.totalItems !== Number(counted[0]?.count)) {
    violations.push(`the list says ${meta?.totalItems ?? 'nothing'}, stored are ${String(counted[0]?.count)} traces`);
  }
  const { rows: samples } = await sql.query<{ id: string; names: readonly string[] }>(
    `select coalesce(t.public_id, t.id) as id, array_agg(o.name order by o.name) as names
     from (select * from sluice.traces where project = $1 order by random() limit ${SAMPLES}) t
     join sluice.observations o on o.part = t.part and o.trace_id = t.id group by 1`,
    [project],
  );
  for (const { id, names } of samples) {
    const { observations = [] } = await read(`/api/public/traces/${id}`);
    const answered = observations.map(({ name }) => name).sort();
    if (answered.join() !== [...names].join()) {
      violations.push(`trace ${id} is answered with ${answered.length} observations, stored are ${names.length}`);
    }
  }
  return violations;
}

/** All projects have the same ids, so only the ids with which another project is ahead can be foreign. */
async function foundForeign(sql: Client, get: Get, project: number): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select coalesce(t.public_id, t.id) as id from sluice.traces t where t.project <> $1 and not exists (
       select from sluice.traces o where o.project = $1 and coalesce(o.public_id, o.id) = coalesce(t.public_id, t.id))
     limit ${SAMPLES}`,
    [project],
  );
  const violations: string[] = [];
  for (const { id } of rows) {
    const { status } = await get(`/api/public/traces/${id}`);
    if (status !== 404) violations.push(`trace ${id} of another project is answered ${status}`);
  }
  return violations;
}

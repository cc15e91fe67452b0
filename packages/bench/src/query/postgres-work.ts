import type { Client } from 'pg';
import { usageByProcess } from '../product/process-usage';
import { formatCount, formatMilliseconds, formatTable } from '../report/table';

/** Server settings that `watchPostgres` needs to report statements. */
export const STATEMENT_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
  'pg_stat_statements.max': '1000',
} as const;

/** Number of statements that are listed, those with most time. */
const MAX_LISTED = 25;
/** Number of characters of a statement's start and end in the table, which adds up statements with the same ones. */
const ENDS = 50;

/**
 * Measures Postgres until the returned function is called. @returns a table of processor time by session name and, with
 * `STATEMENT_SETTINGS`, one of the slowest statements by elapsed time, including waits for a processor
 * @param postgres the process id of the postmaster
 */
export async function watchPostgres(sql: Client, postgres: number): Promise<() => Promise<string>> {
  const names = new Map<number, string>();
  const read = async (): Promise<ReadonlyMap<number, number>> => {
    const { rows } = await sql.query<{ pid: number; name: string }>(
      `select pid, case when coalesce(application_name, '') = '' then backend_type else application_name end as name from pg_stat_activity`,
    );
    for (const { pid, name } of rows) names.set(pid, name);
    names.set(postgres, 'postmaster, and processes that have ended');
    return usageByProcess(postgres);
  };
  const counts = await countsStatements(sql);
  const before = await read();
  if (counts) await sql.query('select pg_stat_statements_reset()');
  const began = performance.now();
  return async () => {
    const seconds = (performance.now() - began) / 1000;
    const byName = new Map<string, number>();
    for (const [pid, cpuSeconds] of await read()) {
      const name = names.get(pid) ?? 'others';
      byName.set(name, (byName.get(name) ?? 0) + cpuSeconds - (before.get(pid) ?? 0));
    }
    const sessions = Array.from(byName)
      .sort(([, a], [, b]) => b - a)
      .map(([name, cpuSeconds]) => [name, (cpuSeconds / seconds).toFixed(3)]);
    const tables = [formatTable([['Postgres, by what has connected', 'cores'], ...sessions])];
    if (counts) tables.push(await formatStatements(sql));
    return tables.join('\n\n');
  };
}

async function countsStatements(sql: Client): Promise<boolean> {
  const { rows } = await sql.query<{ loaded: string }>(
    `select coalesce(current_setting('shared_preload_libraries', true), '') as loaded`,
  );
  if (rows[0]?.loaded.includes('pg_stat_statements') !== true) return false;
  await sql.query('create extension if not exists pg_stat_statements');
  return true;
}

interface StatementRow {
  readonly role: string;
  readonly text: string;
  readonly calls: number;
  readonly planning: number;
  readonly running: number;
  readonly highest: number;
  readonly blocks: number;
}

async function formatStatements(sql: Client): Promise<string> {
  const { rows } = await sql.query<StatementRow>(
    `select r.rolname as role, left(t.text, ${ENDS}) || ' … ' || right(t.text, ${ENDS}) as text, sum(s.calls)::float8 as calls,
       sum(s.total_plan_time) as planning, sum(s.total_exec_time) as running, max(s.max_exec_time) as highest,
       sum(s.shared_blks_hit + s.shared_blks_read)::float8 as blocks
     from pg_stat_statements s join pg_roles r on r.oid = s.userid
       cross join lateral (select btrim(regexp_replace(s.query, '\\s+', ' ', 'g')) as text) t
     group by 1, 2 order by sum(s.total_plan_time + s.total_exec_time) desc limit ${MAX_LISTED}`,
  );
  return formatTable([
    ['statements of Postgres', 'calls', 'planning', 'running', 'a call', 'highest', 'pages a call'],
    ...rows.map(({ role, text, calls, planning, running, highest, blocks }) => [
      `${role}: ${text}`,
      formatCount(calls),
      formatMilliseconds(planning),
      formatMilliseconds(running),
      formatMilliseconds((planning + running) / calls),
      formatMilliseconds(highest),
      formatCount(blocks / calls),
    ]),
  ]);
}

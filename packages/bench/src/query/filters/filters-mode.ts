import { DAY_MICROS } from '@sluice/record';
import { type TraceQuestion, traceQuestions } from '@sluice/testbed/samples';
import { type ProjectStore, StoreUnavailableError, createReadStore, readPoolConfig } from '@sluice/store/read';
import { Pool } from 'pg';
import type { CommandContext } from '../../command/command';
import { mode } from '../../command/modes';
import { integer, seed, text } from '../../command/options';
import { connectDatabase } from '../../product/connect-database';
import { conclude } from '../../report/conclude';
import { Distribution } from '../../report/distribution';
import { formatCount, formatMilliseconds, formatTable } from '../../report/table';
import { PROJECTS } from '../../seed/seed-shape';
import { SEEDED_DAYS, startSeeded } from '../../seed/start-seeded';
import { READS, askQuestion } from './ask-question';
import { seededValues } from './seeded-values';

/** Maximum duration of an answer; a refusal is an answer as well. */
const SLOWEST_MS = 2000;
/** Number of conditions up to which no question may be refused; of questions with more, at most one in a hundred. */
const NEVER_REFUSED = 3;
const REFUSED_SHARE = 0.01;
const TIMEOUT_MS = 20_000;
/** Maximum number of questions that the report lists. */
const SHOWN = 20;

interface Timing {
  readonly read: (typeof READS)[number];
  readonly project: string;
  readonly question: TraceQuestion;
  readonly milliseconds: number;
  readonly isRefused: boolean;
}

/** Measures generated filters, conditions and orders on a database without statistics and with little memory. */
export const filters = mode(
  'filters',
  {
    traces: integer({ default: 100_000, min: 1000, max: 10_000_000 }),
    questions: integer({ default: 1000, min: 1, max: 1_000_000 }),
    seed,
    'work-mem': text('1MB'),
  },
  async ({ traces, questions: count, seed: chosen, 'work-mem': workMem = '1MB' }, context) => {
    const settings = { autovacuum: 'off' };
    const { databaseUrl: url } = await startSeeded({ settings, traces, longTraces: [], statistics: false }, context);
    context.print(`asking ${formatCount(count)} questions of --seed ${chosen} with --work-mem ${workMem}`);
    const timings = await timeAll({ url, workMem, count, seed: chosen }, context);
    context.print(toTable(timings));
    const wrong = faults(timings);
    const more = wrong.length > SHOWN ? `, ${formatCount(wrong.length)} questions` : '';
    return conclude(wrong.slice(0, SHOWN), { right: 'no question is slow', wrong: more }, context);
  },
);

interface AskOptions {
  readonly url: string;
  readonly workMem: string;
  readonly count: number;
  readonly seed: number;
}

async function timeAll({ url, workMem, count, seed }: AskOptions, context: CommandContext): Promise<readonly Timing[]> {
  const sql = await connectDatabase(url, context);
  const known =
    await sql.query(`select from pg_stats where schemaname = 'sluice' and tablename in ('traces', 'trace_usage')
    and most_common_vals is not null`);
  if (known.rowCount !== 0) throw new Error('the database has statistics of its traces');
  const pool = readerPool(url, workMem);
  context.closers.add('reader connections', () => pool.end());
  const reads = createReadStore({ pool, probe: pool, timeoutMs: TIMEOUT_MS });
  const timings: Timing[] = [];
  for (const [index, { name: project }] of PROJECTS.entries()) {
    const values = await seededValues(sql, project, SEEDED_DAYS);
    const questions = traceQuestions(values, { count: Math.ceil(count / PROJECTS.length), seed: seed + index });
    const times = { from: values.times[0] - SEEDED_DAYS * DAY_MICROS, width: (SEEDED_DAYS * DAY_MICROS) / 100 };
    const store = reads.of(project === '' ? undefined : project);
    for (const [index, question] of questions.entries()) {
      context.signal.throwIfAborted();
      // Every second question is a list.
      const read = index % 2 === 0 ? 'list' : (READS[1 + (((index - 1) / 2) % (READS.length - 1))] ?? 'list');
      timings.push({ read, project, question, ...(await timed(() => ask(store, read, question, times))) });
    }
  }
  return timings;
}

const ask = async (store: ProjectStore, ...of: [Timing['read'], TraceQuestion, { from: number; width: number }]) => {
  try {
    await askQuestion(store, ...of);
    return false;
  } catch (error) {
    if (error instanceof StoreUnavailableError) return true;
    throw error;
  }
};

async function timed(work: () => Promise<boolean>): Promise<Pick<Timing, 'milliseconds' | 'isRefused'>> {
  const begin = performance.now();
  const isRefused = await work();
  return { isRefused, milliseconds: performance.now() - begin };
}

/** Makes the pool of the query service, with less memory for each sort and hash. */
function readerPool(databaseUrl: string, workMem: string): Pool {
  const limits = { maxConnections: 5, connectTimeoutMs: 5000, statementTimeoutMs: TIMEOUT_MS };
  const config = readPoolConfig({ databaseUrl, applicationName: 'bench', ...limits });
  const url = new URL(config.connectionString ?? databaseUrl);
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} -c work_mem=${workMem}`);
  return new Pool({ ...config, connectionString: url.href });
}

const isFew = ({ question }: Timing): boolean => question.conditions.length <= NEVER_REFUSED;

function toTable(timings: readonly Timing[]): string {
  const groups = [
    ...READS.map((read) => [read, timings.filter((each) => each.read === read)] as const),
    [`up to ${NEVER_REFUSED} conditions`, timings.filter(isFew)] as const,
    ['more conditions', timings.filter((each) => !isFew(each))] as const,
  ];
  return formatTable([
    ['', 'questions', 'p50', 'p95', 'p99', 'slowest', '503'],
    ...groups.map(([name, some]) => {
      const durations = Distribution.of(some.map(({ milliseconds }) => milliseconds));
      const quantiles = [0.5, 0.95, 0.99, 1].map((share) => formatMilliseconds(durations.quantile(share)));
      return [
        name,
        formatCount(some.length),
        ...quantiles,
        formatCount(some.filter(({ isRefused }) => isRefused).length),
      ];
    }),
  ]);
}

/** Returns the questions that took too long or were refused, with their times. */
function faults(timings: readonly Timing[]): readonly string[] {
  const refused = timings.filter(({ isRefused }) => isRefused);
  const isTooOften = refused.length > timings.length * REFUSED_SHARE;
  const wrong = timings.filter(
    (each) => each.milliseconds > SLOWEST_MS || (each.isRefused && (isTooOften || isFew(each))),
  );
  return wrong.map(({ read, project, question, milliseconds, isRefused }) => {
    const what = `${read} of project ${JSON.stringify(project)}, ${isRefused ? '503 after ' : ''}${formatMilliseconds(milliseconds)}`;
    return `${what}: ${JSON.stringify(question)}`;
  });
}

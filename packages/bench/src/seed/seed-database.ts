import { DAY_MICROS, HOUR_MICROS, type Micros } from '@sluice/record';
import { createRandom } from '../random-source';
import { type CopyStream, connect, openCopy } from './copy-stream';
import { indexAll } from './index-all';
import { seedMetrics } from './seed-metrics';
import { LONG_TRACES, PROJECTS, TRACE_NAMES, traceFacts } from './seed-shape';
import { TARGETS, randomUuid, seedTrace } from './trace-rows';
import type { SeedProject, SeedTrace, TraceTable } from './trace-rows';

export interface SeedOptions {
  /** Connection string of a migrated database without traces. */
  readonly databaseUrl: string;
  readonly traces: number;
  readonly observationsPerTrace: number;
  /** Traces with many observations; all belong to the default project. */
  readonly longTraces?: readonly LongTrace[];
  readonly days: number;
  /** End of the time range of the rows. */
  readonly now: Micros;
  /** The same number makes the same rows, apart from their times. */
  readonly seed: number;
  /** False: no table is vacuumed or analyzed (default: true). */
  readonly statistics?: boolean;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
}

interface LongTrace {
  readonly id: string;
  readonly observations: number;
}

export interface Seeded {
  readonly traces: number;
  readonly observations: number;
  readonly points: number;
}

/** Number of traces that are written at a time; only these are in memory. */
const TRACES_A_PIECE = 200;

/** Statements for the sums that the writer stores. */
const SUMS = [
  `insert into sluice.trace_usage (part, trace_id, day, model, observations, input_tokens, output_tokens, total_tokens, cost)
   select part, trace_id, start_time::date, coalesce(model, ''), count(*), coalesce(sum(input_tokens), 0),
          coalesce(sum(output_tokens), 0), coalesce(sum(total_tokens), 0), coalesce(sum(total_cost), 0)
   from sluice.observations group by 1, 2, 3, 4 order by 1`,
  `insert into sluice.daily_usage (trace_day, day, model, shard, traces, observations, input_tokens, output_tokens,
     total_tokens, cost)
   select t."timestamp"::date, u.day, u.model, t.shard, count(*), sum(u.observations), sum(u.input_tokens),
          sum(u.output_tokens), sum(u.total_tokens), sum(u.cost)
   from sluice.trace_usage u join sluice.traces t on t.id = u.trace_id group by 1, 2, 3, 4`,
  `insert into sluice.daily_traces (day, shard, traces)
   select "timestamp"::date, shard, count(*) from sluice.traces group by 1, 2`,
];

/** Ten million metric points of 65 series for a million traces. */
const POINTS_PER_SERIES_AND_TRACE = 0.154;

/** Rewrites the rows of one trace in four, or in 64, as later requests do. */
const rewrite = (bits: number): string =>
  `update sluice.traces set updated_at = updated_at + interval '1 second' where hashtext(id::text) & ${bits} = 0`;

/** Before the vacuum, which leaves free space in the pages; and after it, which leaves dead tuples. */
const REWRITES = { before: rewrite(3), after: rewrite(63) };

/**
 * Fills a database with rows as the writer would have made them, in the order of their receipt, and vacuums it. Every table is filled by
 * one COPY, committed at its end: an interrupted run leaves some tables empty.
 */
export async function seedDatabase(options: SeedOptions): Promise<Seeded> {
  const { databaseUrl, traces, now, days, seed, signal, progress } = options;
  const from = now - days * DAY_MICROS;
  const client = await connect(databaseUrl);
  try {
    const { rowCount } = await client.query('select from sluice.traces limit 1');
    if (rowCount !== 0) throw new Error('the database has traces already: give an empty one');
    await client.query('select sluice.ensure_trace_partitions($1, $2)', [
      Math.floor(from / HOUR_MICROS),
      Math.floor(now / HOUR_MICROS) + 24,
    ]);
    const projects = await makeProjects(client);
    const longTraces = options.longTraces ?? LONG_TRACES;
    const observations = await seedTraces({ ...options, longTraces, projects }, from);
    progress('sums');
    for (const statement of SUMS) await client.query(statement);
    await client.query(REWRITES.before);
    progress('metric points');
    const points = await seedMetrics(client, {
      databaseUrl,
      random: createRandom(seed + 1),
      from,
      to: now,
      pointsPerSeries: Math.ceil(traces * POINTS_PER_SERIES_AND_TRACE),
    });
    progress('what reads go by');
    await indexAll(databaseUrl, signal);
    for (const table of options.statistics === false ? [] : await tableNames(client)) {
      signal.throwIfAborted();
      progress(`vacuum of ${table}`);
      await client.query(`vacuum (analyze) sluice.${table}`);
    }
    await client.query(REWRITES.after);
    await indexAll(databaseUrl, signal);
    return { traces: traces + longTraces.length, observations, points };
  } finally {
    await client.end();
  }
}

/** Projects with their cumulative shares of the traces. */
type Shares = readonly (readonly [upTo: number, project: SeedProject])[];

async function makeProjects(client: Awaited<ReturnType<typeof connect>>): Promise<Shares> {
  const names = PROJECTS.map(({ name }) => name);
  await client.query('select sluice.ensure_projects($1::text[])', [names.filter((name) => name !== '')]);
  const { rows } = await client.query<SeedProject & { name: string }>('select id, name, salt from sluice.projects');
  let upTo = 0;
  return PROJECTS.map(({ name, share }) => {
    const project = rows.find((row) => row.name === name);
    if (project === undefined) throw new Error(`project ${name} was not made`);
    return [(upTo += share), project] as const;
  });
}

interface TracesOptions extends SeedOptions {
  readonly longTraces: readonly LongTrace[];
  readonly projects: Shares;
}

async function seedTraces(options: TracesOptions, from: Micros): Promise<number> {
  const { databaseUrl, traces, observationsPerTrace, longTraces, projects, now, seed, signal, progress } = options;
  const defaultProject = { id: 0, salt: '' };
  const random = createRandom(seed);
  const copies = await openCopies(databaseUrl);
  // Traces are received up to about a minute after their start.
  const step = (now - from - 3 * HOUR_MICROS) / traces;
  let observations = 0;
  let piece: SeedTrace[] = [];
  const flush = async (): Promise<void> => {
    const tables = Object.keys(TARGETS) as TraceTable[];
    await Promise.all(tables.map((table) => copies[table].write(piece.map((trace) => trace[table]).join(''))));
    piece = [];
  };
  const add = (trace: SeedTrace, count: number): void => {
    piece.push(trace);
    observations += count;
  };

  for (let index = 0; index < traces; index += 1) {
    const start = Math.floor(from + index * step);
    const id = randomUuid(random);
    const at = random.fraction();
    const [, project] = projects.find(([upTo]) => at < upTo) ?? [1, defaultProject];
    const facts = traceFacts(random, index / traces);
    add(seedTrace(random, { project, id, facts, start, observations: observationsPerTrace }), observationsPerTrace);
    if (piece.length < TRACES_A_PIECE) continue;
    signal.throwIfAborted();
    await flush();
    if ((index + 1) % (100 * TRACES_A_PIECE) === 0) progress(`trace ${index + 1} of ${traces}`);
  }
  for (const { id, observations: many } of longTraces) {
    const facts = { ...traceFacts(random, 1), name: TRACE_NAMES[0] };
    const start = Math.floor((from + now) / 2);
    add(seedTrace(random, { project: defaultProject, id, facts, start, observations: many }), many);
  }
  await flush();
  await Promise.all(Object.values(copies).map((copy) => copy.end()));
  return observations;
}

async function openCopies(databaseUrl: string): Promise<Readonly<Record<TraceTable, CopyStream>>> {
  const opened = Object.entries(TARGETS).map(
    async ([table, target]) => [table, await openCopy(databaseUrl, target)] as const,
  );
  return Object.fromEntries(await Promise.all(opened)) as Record<TraceTable, CopyStream>;
}

async function tableNames(client: Awaited<ReturnType<typeof connect>>): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'sluice'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  return rows.map(({ name }) => name);
}

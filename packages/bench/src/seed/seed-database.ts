import type { Micros } from '@sluice/record';
import { createRandom } from '../random';
import { connect, openCopy } from './copy-stream';
import { DAILY_TARGETS, DailySums } from './daily-sums';
import { seedMetrics } from './seed-metrics';
import { LONG_TRACE, TRACE_NAMES, traceFacts } from './seed-shape';
import { TARGETS, randomUuid, seedTrace } from './trace-rows';
import type { SeedTrace, TraceTable } from './trace-rows';

export interface SeedOptions {
  /** Migrated and without any trace. */
  readonly databaseUrl: string;
  readonly traces: number;
  readonly observationsPerTrace: number;
  readonly days: number;
  /** The end of the time that the rows lie in. */
  readonly now: Micros;
  /** The same number gives the same rows, but for their times. */
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
}

export interface Seeded {
  readonly traces: number;
  readonly observations: number;
  readonly points: number;
}

const DAY: Micros = 86_400_000_000;
const HOUR: Micros = 3_600_000_000;

/** So many traces go to Postgres at a time; they are all that is in memory. */
const TRACES_A_PIECE = 200;

/** As many metric points as 65 series have in 30 days of minutes, for a million traces. */
const POINTS_PER_SERIES_AND_TRACE = 0.0432;

/**
 * Fills a database with rows as the writer would have made them, in the order of their receipt, and vacuums it. Every
 * table gets one COPY, committed at its end: a run that is interrupted leaves some tables empty.
 */
export async function seedDatabase(options: SeedOptions): Promise<Seeded> {
  const { databaseUrl, traces, now, days, seed, signal, progress } = options;
  const from = now - days * DAY;
  const client = await connect(databaseUrl);
  try {
    const { rowCount } = await client.query('select from sluice.traces limit 1');
    if (rowCount !== 0) throw new Error('the database has traces already: give an empty one');
    await client.query('select sluice.ensure_trace_partitions($1, $2)', [
      Math.floor(from / HOUR),
      Math.floor(now / HOUR) + 24,
    ]);
    const observations = await seedTraces(options, from);
    progress('metric points');
    const points = await seedMetrics(client, {
      databaseUrl,
      random: createRandom(seed + 1),
      from,
      to: now,
      pointsPerSeries: Math.ceil(traces * POINTS_PER_SERIES_AND_TRACE),
    });
    for (const table of await tableNames(client)) {
      signal.throwIfAborted();
      progress(`vacuum of ${table}`);
      await client.query(`vacuum (analyze) sluice.${table}`);
    }
    return { traces: traces + 1, observations, points };
  } finally {
    await client.end();
  }
}

async function seedTraces(options: SeedOptions, from: Micros): Promise<number> {
  const { databaseUrl, traces, observationsPerTrace, now, seed, signal, progress } = options;
  const random = createRandom(seed);
  const copies = await openCopies(databaseUrl, TARGETS);
  const daily = new DailySums();
  // Traces are received up to a minute or so after their start.
  const step = (now - from - 3 * HOUR) / traces;
  let observations = 0;
  let piece: SeedTrace[] = [];
  const flush = async (): Promise<void> => {
    const tables = Object.keys(TARGETS) as TraceTable[];
    await Promise.all(tables.map((table) => copies[table].write(piece.map(({ lines }) => lines[table]).join(''))));
    piece = [];
  };
  const add = (trace: SeedTrace, count: number): void => {
    daily.add(trace);
    piece.push(trace);
    observations += count;
  };

  for (let index = 0; index < traces; index += 1) {
    const start = Math.floor(from + index * step);
    const id = randomUuid(random);
    add(
      seedTrace(random, { id, facts: traceFacts(random), start, observations: observationsPerTrace }),
      observationsPerTrace,
    );
    if (piece.length < TRACES_A_PIECE) continue;
    signal.throwIfAborted();
    await flush();
    if ((index + 1) % (100 * TRACES_A_PIECE) === 0) progress(`trace ${index + 1} of ${traces}`);
  }
  const { id, observations: many } = LONG_TRACE;
  const facts = { ...traceFacts(random), name: TRACE_NAMES[0] };
  add(seedTrace(random, { id, facts, start: Math.floor(now - 3 * HOUR), observations: many }), many);
  await flush();
  await Promise.all(Object.values(copies).map((copy) => copy.end()));

  const dailyCopies = await openCopies(databaseUrl, DAILY_TARGETS);
  const lines = daily.lines();
  for (const table of ['daily_usage', 'daily_traces'] as const) {
    await dailyCopies[table].write(lines[table]);
    await dailyCopies[table].end();
  }
  return observations;
}

async function openCopies<T extends string>(databaseUrl: string, targets: Readonly<Record<T, string>>) {
  const opened = Object.entries<string>(targets).map(
    async ([table, target]) => [table, await openCopy(databaseUrl, target)] as const,
  );
  return Object.fromEntries(await Promise.all(opened)) as Record<T, Awaited<ReturnType<typeof openCopy>>>;
}

async function tableNames(client: Awaited<ReturnType<typeof connect>>): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'sluice'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  return rows.map(({ name }) => name);
}

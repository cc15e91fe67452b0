import { type Logger, type Metrics, createOutageLog, repeat } from '@sluice/runtime';
import type { DatabaseSize } from '@sluice/store/write';

export interface SizeWatchOptions {
  /** Measures the database; rejects when the signal aborts. */
  readonly measure: (signal: AbortSignal) => Promise<DatabaseSize>;
  /** Size of the database's disk in bytes; undefined if it is unknown. */
  readonly diskBytes: () => Promise<number | undefined>;
  /** RETENTION_DAYS; undefined: traces and points are kept forever. */
  readonly retentionDays: number | undefined;
  /** See `RetentionJobOptions`. Files of a day exist until it has expired for all projects, so the longest retention counts. */
  readonly retentionDaysOf: () => ReadonlyMap<string, number>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Milliseconds before the first measurement, and between two. */
  readonly pauses?: { readonly first: number; readonly usual: number };
}

const MINUTE_MS = 60_000;
/** Sizes change slowly, and measuring the partitions of a year takes Postgres 0.2 s. */
const PAUSES = { first: MINUTE_MS / 2, usual: 15 * MINUTE_MS };
/** Days of delay: a day is dropped by the next run after its last hour has expired; points are dropped up to two days late. */
const LATE_DAYS = 2;

/**
 * Exports the size of the database and its forecast. Each process measures by itself, so that none exports outdated values of an earlier
 * turn.
 */
export function watchSize({
  measure,
  diskBytes,
  retentionDays,
  retentionDaysOf,
  logger,
  metrics,
  pauses = PAUSES,
}: SizeWatchOptions): { stop(): Promise<void> } {
  const longest = (ofAll: number): number => Math.max(ofAll, ...retentionDaysOf().values());
  const gauges = {
    database: metrics.gauge({
      name: 'sluice_database_bytes',
      help: 'The whole database on its disk, without the log of changes',
    }),
    table: metrics.gauge({
      name: 'sluice_database_table_bytes',
      help: 'A table with its partitions, indexes and TOAST; other: partitions that an operator has detached',
      labels: ['table'],
    }),
    day: metrics.gauge({
      name: 'sluice_database_day_bytes',
      help: 'What a day of receipt takes of a table: the mean of the last full UTC days, at most seven',
      labels: ['table'],
    }),
    forecast: metrics.gauge({
      name: 'sluice_database_forecast_bytes',
      help: 'What the database comes to where such days are kept for RETENTION_DAYS, or for the longest time of a project; absent where RETENTION_DAYS is not set, or not known yet',
    }),
    disk: metrics.gauge({
      name: 'sluice_database_disk_size_bytes',
      help: 'The size of the disk of the database: DATABASE_DISK_BYTES, or that of the embedded one; absent where neither is known',
    }),
    measured: metrics.gauge({
      name: 'sluice_database_measured_timestamp_seconds',
      help: 'When this process last measured the database; 0: never',
    }),
  };
  const { database, forecast, disk } = gauges;
  // Without labels they would be 0, which is a size.
  for (const gauge of [database, forecast, disk]) gauge.remove();
  const setKnown = (gauge: typeof database, bytes: number | undefined): void => {
    if (bytes === undefined) gauge.remove();
    else gauge.set(bytes);
  };
  const outage = createOutageLog({
    logger,
    lost: 'the database cannot be measured',
    back: 'the database is measured again',
  });

  return repeat(pauses.first, async (signal) => {
    try {
      const size = await measure(signal);
      setKnown(database, size.database);
      setKnown(disk, await diskBytes());
      for (const [gauge, bytesOf] of [
        [gauges.table, size.tables],
        [gauges.day, size.days],
      ] as const) {
        gauge.reset();
        for (const [table, bytes] of bytesOf) gauge.set({ table }, bytes);
      }
      setKnown(forecast, retentionDays === undefined ? undefined : forecastOf(size, longest(retentionDays)));
      gauges.measured.setToCurrentTime();
      outage.worked();
    } catch (error) {
      if (!signal.aborted) outage.failed(error, 'warn');
    }
    return pauses.usual;
  });
}

/** Forecast in bytes of a database with this retention: its days at today's rate, and all other data as it is. */
function forecastOf({ database, tables, days }: DatabaseSize, retentionDays: number): number | undefined {
  if (database === undefined || days.size === 0) return undefined;
  let bytes = database;
  for (const [table, perDay] of days) bytes += perDay * (retentionDays + LATE_DAYS) - (tables.get(table) ?? 0);
  return bytes;
}
